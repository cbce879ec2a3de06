# Exception stubs, copied to 0x100 .. 0x17ff, and the common entry behind them.
#
# A stub has eight words at most: 0xf00 (performance monitor) and 0xf20 (AltiVec
# unavailable) lie 0x20 apart. It frees r1, r3 and LR and leaves in LR the address
# behind itself, which tells the vector.
#
#   SPRG0   top of the free part of the exception stack
#   SPRG1   r1      SPRG2   r3      SPRG3   LR

    .macro  STUB vector
    .org    __vector_page + \vector
    mtsprg  1, %r1
    mtsprg  2, %r3
    mflr    %r3
    mtsprg  3, %r3
    lis     %r3, exception_entry@h
    ori     %r3, %r3, exception_entry@l
    mtlr    %r3
    blrl
    .endm

    .section .vectors, "ax"
    .globl  __vector_page
    .type   __vector_page, @object
__vector_page:
    STUB    0x100
    STUB    0x200
    STUB    0x300
    STUB    0x400
    STUB    0x500
    STUB    0x600
    STUB    0x700
    STUB    0x800
    STUB    0x900
    STUB    0xa00
    STUB    0xb00
    STUB    0xc00
    STUB    0xd00
    STUB    0xe00
    STUB    0xf00
    STUB    0xf20
    STUB    0x1000
    STUB    0x1100
    STUB    0x1200
    STUB    0x1300
    STUB    0x1400
    STUB    0x1500
    STUB    0x1600
    STUB    0x1700
    .org    __vector_page + 0x1800
    .size   __vector_page, . - __vector_page

    .text
    .globl  exception_entry
    .type   exception_entry, @function
exception_entry:
    mfsprg  %r1, 0
    stw     %r0, {gpr}+4*0-{frame_size}(%r1)
    stw     %r2, {gpr}+4*2-{frame_size}(%r1)
    stmw    %r4, {gpr}+4*4-{frame_size}(%r1)    # 1: r4..r31

    mflr    %r4                         # address behind the stub
    mfcr    %r5
    stw     %r5, {cr}-{frame_size}(%r1)         # 2: CR
    addi    %r4, %r4, -0x20
    stw     %r4, {vector}-{frame_size}(%r1)

    mfsprg  %r5, 1
    stw     %r5, {gpr}+4*1-{frame_size}(%r1)    # 3: r1
    mfsprg  %r5, 2
    stw     %r5, {gpr}+4*3-{frame_size}(%r1)    # 4: r3
    mfsprg  %r5, 3
    stw     %r5, {lr}-{frame_size}(%r1)         # 5: LR
    mfctr   %r5
    stw     %r5, {ctr}-{frame_size}(%r1)        # 6: CTR
    mfxer   %r5
    stw     %r5, {xer}-{frame_size}(%r1)        # 7: XER
    mfsrr0  %r5
    stw     %r5, {srr0}-{frame_size}(%r1)       # 8: SRR0
    mfsrr1  %r5
    stw     %r5, {srr1}-{frame_size}(%r1)       # 9: SRR1
    mfdsisr %r5
    stw     %r5, {dsisr}-{frame_size}(%r1)
    mfdar   %r5
    stw     %r5, {dar}-{frame_size}(%r1)

    # A second exception inside the handler gets the next slot; when the slots
    # are used up the stack pointer stands at the bottom and Rust stops the machine.
    addi    %r6, %r1, -{slot_size}
    mtsprg  0, %r6

    # Translation on again before Rust runs: with it off, and the data cache on,
    # accesses to devices would be cached. RI: SRR0 and SRR1 are saved. Only the
    # lower half: AltiVec stays off, for handlers use none.
    lis     %r6, {running_msr}@ha
    lwz     %r6, {running_msr}@l(%r6)
    rlwinm  %r6, %r6, 0, 16, 31
    mfmsr   %r5
    or      %r5, %r5, %r6
    mtmsr   %r5
    isync

    li      %r5, 0
    addi    %r3, %r1, -{frame_size}     # the frame; the ABI's header lies below it
    stwu    %r5, -{frame_size}-16(%r1)
    lis     %r5, {policy}@ha
    lwz     %r5, {policy}@l(%r5)
    mtctr   %r5
    bctrl

    addi    %r1, %r1, {frame_size}+16
    mfmsr   %r5
    rlwinm  %r5, %r5, 0, 31, 29         # MSR[RI] off: SRR0 and SRR1 are live again
    mtmsr   %r5
    isync
    mtsprg  0, %r1
    lwz     %r5, {srr1}-{frame_size}(%r1)       # undoes 9
    mtsrr1  %r5
    lwz     %r5, {srr0}-{frame_size}(%r1)       # undoes 8
    mtsrr0  %r5
    lwz     %r5, {xer}-{frame_size}(%r1)        # undoes 7
    mtxer   %r5
    lwz     %r5, {ctr}-{frame_size}(%r1)        # undoes 6
    mtctr   %r5
    lwz     %r5, {lr}-{frame_size}(%r1)         # undoes 5
    mtlr    %r5
    lwz     %r3, {gpr}+4*3-{frame_size}(%r1)    # undoes 4
    lwz     %r5, {cr}-{frame_size}(%r1)         # undoes 2
    mtcr    %r5
    lwz     %r0, {gpr}+4*0-{frame_size}(%r1)
    lwz     %r2, {gpr}+4*2-{frame_size}(%r1)
    lmw     %r4, {gpr}+4*4-{frame_size}(%r1)    # undoes 1
    lwz     %r1, {gpr}+4*1-{frame_size}(%r1)    # undoes 3
    rfi
    .size   exception_entry, . - exception_entry
