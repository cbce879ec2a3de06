# Entry of the image, the same for every start path.
#
# On entry only the address is known: translation may be on (Open Firmware) or
# off, interrupts may be enabled, .bss may hold anything. The registers that
# tell who started the image are saved before anything else is touched; Rust
# decides what they mean.

    .section .head, "ax"
    .globl  _start
    .type   _start, @function
_start:
    b       .Lsave_entry_state
    .size   _start, . - _start

.Lsave_entry_state:
    lis     %r10, __entry_state@ha
    addi    %r10, %r10, __entry_state@l
    stmw    %r1, 0(%r10)                # r1..r31; r10 itself is lost
    mfmsr   %r11
    stw     %r11, {msr_offset}(%r10)

    # A processor of 64 bits goes on as one of 32, so that what follows means there what
    # it means here; the image only says what it found. In 64 bits the sum is not zero.
    # As words: the assembler has no such instructions for a 32-bit processor.
    lis     %r4, 0x8000
    add.    %r5, %r4, %r4
    beq     .Lin_32_bits
    mr      %r5, %r11
    .long   0x78a50040                  # clrldi r5, r5, 1: MSR[SF] off
    .long   0x7ca00164                  # mtmsrd r5
    isync
.Lin_32_bits:

    rlwinm  %r11, %r11, 0, 17, 15       # MSR[EE] off before our own stack is in use
    mtmsr   %r11
    isync

    lis     %r3, __bss_start@ha
    addi    %r3, %r3, __bss_start@l
    lis     %r4, __bss_end@ha
    addi    %r4, %r4, __bss_end@l
    li      %r0, 0
.Lclear_bss:
    cmplw   %r3, %r4
    bge     .Lset_stack
    stw     %r0, 0(%r3)
    addi    %r3, %r3, 4
    b       .Lclear_bss

.Lset_stack:
    lis     %r1, __stack_top@ha
    addi    %r1, %r1, __stack_top@l
    stwu    %r0, -16(%r1)               # back chain ends here
    mr      %r3, %r10
    bl      {rust_entry}
.Lnever:
    b       .Lnever

    .section .data
    .balign 16
    .globl  __entry_state
    .type   __entry_state, @object
__entry_state:
    .space  {entry_state_size}
    .size   __entry_state, {entry_state_size}
