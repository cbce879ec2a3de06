/* Instructions for GCC's description of the 7450: each function makes the compiler
   choose one or two that the description times. What it says stands in gcc-7450.csv. */
#include <altivec.h>

typedef vector signed int vi;
typedef vector unsigned char vc;
typedef vector signed short vs;
typedef vector float vf;
typedef vector unsigned short vus;

int add(int a, int b) { return a + b; }
int subf(int a, int b) { return a - b; }
int neg(int a) { return -a; }
int addi(int a) { return a + 5; }
int addis(int a) { return a + 0x50000; }
int and(int a, int b) { return a & b; }
int or(int a, int b) { return a | b; }
int xor(int a, int b) { return a ^ b; }
int nor(int a, int b) { return ~(a | b); }
int ori(int a) { return a | 5; }
int xori(int a) { return a ^ 5; }
int rlwinm(unsigned a) { return a >> 3 & 0xff; }
int rlwnm(unsigned a, unsigned b) { return a << (b & 31) | a >> (32 - b & 31); }
int rlwimi(int a, int b) { return (a & ~0xff0) | (b << 4 & 0xff0); }
int slw(int a, int b) { return a << b; }
int srw(unsigned a, int b) { return a >> b; }
int sraw(int a, int b) { return a >> b; }
int srawi(int a) { return a >> 5; }
int extsb(int a) { return (signed char)a; }
int extsh(int a) { return (short)a; }
int cntlzw(int a) { return __builtin_clz(a); }
int mullw(int a, int b) { return a * b; }
int mulli(int a) { return a * 1237; }
int mulhw(int a, int b) { return (long long)a * b >> 32; }
int mulhwu(unsigned a, unsigned b) { return (unsigned long long)a * b >> 32; }
int divw(int a, int b) { return a / b; }
unsigned divwu(unsigned a, unsigned b) { return a / b; }
int cmpw(int a, int b, int *p) { if (a < b) *p = 1; return a; }
int cmplw(unsigned a, unsigned b, int *p) { if (a < b) *p = 1; return a; }
int recorded(int a, int b, int *p) { int s = a + b; if (s > 0) *p = 1; return s; }
int recorded_and(int a, int b, int *p) { int s = a & b; if (s > 0) *p = 1; return s; }
int lbz(unsigned char *p) { return *p; }
int lhz(unsigned short *p) { return *p; }
int lha(short *p) { return *p; }
int lwz(int *p) { return *p; }
int lwzx(int *p, int i) { return p[i]; }
int lwbrx(int *p) { return __builtin_bswap32(*p); }
void stb(char *p, int a) { *p = a; }
void sth(short *p, int a) { *p = a; }
void stw(int *p, int a) { *p = a; }
void stwx(int *p, int i, int a) { p[i] = a; }
void stwbrx(int *p, int a) { *p = __builtin_bswap32(a); }
float lfs(float *p) { return *p; }
double lfd(double *p) { return *p; }
void stfs(float *p, float a) { *p = a; }
void stfd(double *p, double a) { *p = a; }
double fadd(double a, double b) { return a + b; }
float fadds(float a, float b) { return a + b; }
double fsub(double a, double b) { return a - b; }
double fmul(double a, double b) { return a * b; }
float fmuls(float a, float b) { return a * b; }
double fmadd(double a, double b, double c) { return a * b + c; }
double fmsub(double a, double b, double c) { return a * b - c; }
double fnmadd(double a, double b, double c) { return -(a * b + c); }
double fdiv(double a, double b) { return a / b; }
float fdivs(float a, float b) { return a / b; }
double fneg(double a) { return -a; }
double fabs_(double a) { return __builtin_fabs(a); }
float frsp(double a) { return a; }
int fctiwz(double a) { return a; }
int fcmpu(double a, double b, int *p) { if (a < b) *p = 1; return 1; }
double fsel(double a, double b, double c) { return a >= 0 ? b : c; }
int call(int (*f)(int), int a) { return f(a) + 1; }
int conditions(int a, int b, int c, int d) { return (a < b) | (c > d); }
vi vadduwm(vi a, vi b) { return vec_add(a, b); }
vi vsubuwm(vi a, vi b) { return vec_sub(a, b); }
vi vand(vi a, vi b) { return vec_and(a, b); }
vi vxor(vi a, vi b) { return vec_xor(a, b); }
vi vsel(vi a, vi b, vector unsigned int c) { return vec_sel(a, b, c); }
vi vmaxsw(vi a, vi b) { return vec_max(a, b); }
vi vslw(vi a, vector unsigned int b) { return vec_sl(a, b); }
vector bool int vcmpgtsw(vi a, vi b) { return vec_cmpgt(a, b); }
int vcmpequw_(vi a, vi b) { return vec_all_eq(a, b); }
vs vmladduhm(vs a, vs b, vs c) { return vec_mladd(a, b, c); }
vi vmsumshm(vs a, vs b, vi c) { return vec_msum(a, b, c); }
vs vmulesb(vector signed char a, vector signed char b) { return vec_mule(a, b); }
vi vsumsws(vi a, vi b) { return vec_sums(a, b); }
vi vsum4shs(vs a, vi b) { return vec_sum4s(a, b); }
vi vperm(vi a, vi b, vc c) { return vec_perm(a, b, c); }
vi vsldoi(vi a, vi b) { return vec_sld(a, b, 3); }
vi vmrghw(vi a, vi b) { return vec_mergeh(a, b); }
vs vpkuwum(vi a, vi b) { return vec_pack(a, b); }
vi vupkhsh(vs a) { return vec_unpackh(a); }
vi vspltw(vi a) { return vec_splat(a, 1); }
vi vspltisw(void) { return vec_splat_s32(5); }
vi vsl(vi a, vc b) { return vec_sll(a, b); }
vf vaddfp(vf a, vf b) { return vec_add(a, b); }
vf vmaddfp(vf a, vf b, vf c) { return vec_madd(a, b, c); }
vf vrefp(vf a) { return vec_re(a); }
vf vrfin(vf a) { return vec_round(a); }
vf vcfsx(vi a) { return vec_ctf(a, 2); }
vi vctsxs(vf a) { return vec_cts(a, 2); }
vf vmaxfp(vf a, vf b) { return vec_max(a, b); }
vector bool int vcmpgtfp(vf a, vf b) { return vec_cmpgt(a, b); }
vus mfvscr(void) { return vec_mfvscr(); }
void mtvscr(vi a) { vec_mtvscr(a); }
vi lvx(vi *p) { return vec_ld(0, p); }
void stvx(vi *p, vi a) { vec_st(a, 0, p); }
vc lvsl(int *p) { return vec_lvsl(0, p); }
