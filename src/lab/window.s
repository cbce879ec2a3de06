# The measurement window: the only code between "start" and "stop".
#
# r3 = WindowContext. Between the two readings of TBL stand exactly
# {overhead} instructions besides the kernel, {user_overhead} where it runs in user
# state; a window around the empty kernel proves it. Rust code of the image touches
# no floating-point and no vector register, so a kernel may use all of them and only
# the general ones are saved.
#
# User state is entered by rfi, which sets MSR whole, PMM included. The kernel
# returns to code that user state may execute, and that reads the time base itself:
# the way back into supervisor state is an exception, whose handler is no part of
# the measurement. Were the second reading behind it, its length would change with
# every change of the handler.
#
# The time base is read as upper, lower, upper without a retry loop, which would
# change the count: Rust picks the upper half that belongs to the lower one.

# mftb as a word: the built-in assembler turns the mnemonic into mfspr 268, which a
# processor of this family need not accept [PEM 8, mftb].
    .macro  READ_TBL register
    .long   0x7c0c42e6 | (\register << 21)
    .endm
    .macro  READ_TBU register
    .long   0x7c0d42e6 | (\register << 21)
    .endm

    .text
    .balign 32
    .globl  window_run
    .type   window_run, @function
window_run:
    mflr    %r0
    stw     %r0, 4(%r1)                 # 1: LR
    stwu    %r1, -112(%r1)
    mfcr    %r0
    stw     %r0, 12(%r1)                # 2: CR
    stmw    %r13, 32(%r1)               # 3: r13..r31
    stw     %r3, 16(%r1)

    lis     %r4, window_stack_pointer@ha
    stw     %r1, window_stack_pointer@l(%r4)

    mr      %r10, %r3
    lwz     %r0, {mmcr0_stop}(%r10)
    stw     %r0, 20(%r1)
    lwz     %r0, {msr_stop}(%r10)
    stw     %r0, 24(%r1)
    lwz     %r0, {entry}(%r10)
    mtctr   %r0
    lwz     %r3, {arguments}+0(%r10)
    lwz     %r4, {arguments}+4(%r10)
    lwz     %r5, {arguments}+8(%r10)
    lwz     %r6, {arguments}+12(%r10)
    lwz     %r7, {arguments}+16(%r10)
    lwz     %r8, {arguments}+20(%r10)
    lwz     %r9, {arguments}+24(%r10)
    lwz     %r11, {mmcr0_start}(%r10)
    lwz     %r12, {msr_start}(%r10)
    andi.   %r0, %r12, {user_state}
    bne     .Lenter_user_state
    sync                                # earlier stores are done
    isync                               # earlier instructions are done
    READ_TBU 14
.Lstart_reading:
    READ_TBL 15
    READ_TBU 16
    stw     %r14, {start_upper_before}(%r10)
    stw     %r15, {start_lower}(%r10)
    stw     %r16, {start_upper_after}(%r10)
.Lwrite_at_start:
    mtspr   {mmcr0_number}, %r11        # FC off; FCM0 holds the counters until MSR[PMM]
    isync
    mtmsr   %r12                        # PMM on: counting starts; EE on for the watchdog
    isync
    bctrl
    lwz     %r12, 24(%r1)
    mtmsr   %r12                        # PMM off: counting stops; EE off
    isync
    lwz     %r11, 20(%r1)
.Lwrite_at_stop:
    mtspr   {mmcr0_number}, %r11        # FC on
    isync
    READ_TBU 14
.Lstop_reading:
    READ_TBL 15
    READ_TBU 16
.Lwindow_returned:
    lwz     %r10, 16(%r1)
    stw     %r14, {stop_upper_before}(%r10)
    stw     %r15, {stop_lower}(%r10)
    stw     %r16, {stop_upper_after}(%r10)
    li      %r3, 0                      # returned: no exception
.Lwindow_leave:
    lmw     %r13, 32(%r1)               # undoes 3
    lwz     %r0, 12(%r1)                # undoes 2
    mtcr    %r0
    addi    %r1, %r1, 112
    lwz     %r0, 4(%r1)                 # undoes 1
    mtlr    %r0
    blr
    .size   window_run, . - window_run

.Lenter_user_state:
    lwz     %r0, {entry}(%r10)
    mtsrr0  %r0
    mtsrr1  %r12
    lis     %r14, user_return@ha
    addi    %r14, %r14, user_return@l
    mtlr    %r14
    sync
    isync
    READ_TBU 14
.Luser_start_reading:
    READ_TBL 15
    READ_TBU 16
    stw     %r14, {start_upper_before}(%r10)
    stw     %r15, {start_lower}(%r10)
    stw     %r16, {start_upper_after}(%r10)
.Lwrite_at_user_start:
    mtspr   {mmcr0_number}, %r11        # FC off
    isync
    rfi                                 # PMM on: counting starts; EE on
.Luser_state_entered:

# Where the exception handler sends a kernel that has returned in user state: r1
# comes from window_stack_pointer, the readings are still in r14, r15 and r16.
    .globl  window_user_returned
    .type   window_user_returned, @function
window_user_returned:
    lis     %r4, window_stack_pointer@ha
    lwz     %r1, window_stack_pointer@l(%r4)
    lwz     %r11, 20(%r1)
.Lwrite_at_user_stop:
    mtspr   {mmcr0_number}, %r11        # FC on
    isync
    b       .Lwindow_returned
    .size   window_user_returned, . - window_user_returned

# The stated numbers, checked: of two opposite lengths one is negative, an error,
# unless both are 0. The kernel's blr is counted and stands nowhere here.
    .pushsection .text.window_check, "ax"
    .skip   .Lstop_reading - .Lstart_reading - 4 * ({overhead} - 1)
    .skip   4 * ({overhead} - 1) - (.Lstop_reading - .Lstart_reading)
    .set    user_window, .Luser_state_entered - .Luser_start_reading + .Luser_stop_reading - user_return
    .skip   user_window - 4 * ({user_overhead} - 1)
    .skip   4 * ({user_overhead} - 1) - user_window
    .popsection

# Where the exception handler sends a kernel that must not go on: r1 comes from
# window_stack_pointer, the counters are frozen, and the caller sees 1.
    .globl  window_abandon
    .type   window_abandon, @function
window_abandon:
    lis     %r4, window_stack_pointer@ha
    lwz     %r1, window_stack_pointer@l(%r4)
    lwz     %r11, 20(%r1)
.Lwrite_at_end:
    mtspr   {mmcr0_number}, %r11
    isync
    li      %r3, 1
    b       .Lwindow_leave
    .size   window_abandon, . - window_abandon

# Where MMCR0 is written: a part without the counters of this family gets a nop at
# each place, so that the window keeps its length.
    .pushsection .rodata.window_mmcr0_writes, "a"
    .balign 4
    .globl  window_mmcr0_writes
    .type   window_mmcr0_writes, @object
window_mmcr0_writes:
    .long   .Lwrite_at_start, .Lwrite_at_stop, .Lwrite_at_user_start, .Lwrite_at_user_stop, .Lwrite_at_end
    .size   window_mmcr0_writes, . - window_mmcr0_writes
    .popsection

# What user state executes besides kernels. Under pages its own page is mapped.
    .balign 32
    .globl  user_code_start
    .type   user_code_start, @object
user_code_start:

# Where a kernel in user state returns to. The system call stops the counting: an
# exception clears PMM.
    .globl  user_return
    .type   user_return, @function
user_return:
    READ_TBU 14
.Luser_stop_reading:
    READ_TBL 15
    READ_TBU 16
    sc
    .globl  user_returned
    .type   user_returned, @function
user_returned:
    .size   user_return, . - user_return

# The known loop: r3 passes, each one bdnz, which the branch unit never folds
# because it updates CTR [AN2203]. Executes r3 + 1 instructions without the blr.
    .balign 32
    .globl  known_loop
    .type   known_loop, @function
known_loop:
    mtctr   %r3
.Lknown_loop_pass:
    bdnz    .Lknown_loop_pass
    blr
    .size   known_loop, . - known_loop
    .globl  user_code_end
    .type   user_code_end, @object
user_code_end:

    .section .bss.window, "aw", @nobits
    .balign 4
    .globl  window_stack_pointer
    .type   window_stack_pointer, @object
window_stack_pointer:
    .space  4
    .size   window_stack_pointer, 4
