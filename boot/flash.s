# Reset stub of the flash image: bytes 0 to 0x3fff of the file, 0xfff00000 on.
#
# The whole RAM image, .data included, follows at 0xfff08000 and is copied to
# where it is linked, so that code measured after a start from flash is the very
# code of the other start paths. 0xfff04000 to 0xfff07fff is the NVRAM window of a
# Mac and stays empty. The section belongs to no segment; the stub uses no address
# of its own.

    .section .flash, "", @progbits
    .globl  __flash_start
    .type   __flash_start, @object
__flash_start:
    # An exception before the image has its own vectors has nowhere to go: every
    # vector of the ROM branches to itself, where a debugger finds it.
    .fill   0x100 / 4, 4, 0x48000000    # b .

    # Reset vector. Caches and translation are off, RAM answers at once in an
    # emulator; a board's own firmware must have started its SDRAM.
    lis     %r3, 0xfff0
    ori     %r3, %r3, 0x8000
    lis     %r4, __image_start@ha
    addi    %r4, %r4, __image_start@l
    lis     %r5, __image_end@ha
    addi    %r5, %r5, __image_end@l
    mtlr    %r4
.Lcopy_word:
    lwz     %r6, 0(%r3)
    stw     %r6, 0(%r4)
    addi    %r3, %r3, 4
    addi    %r4, %r4, 4
    cmplw   %r4, %r5
    blt     .Lcopy_word
    sync                                # the stores reach memory before the fetch
    isync

    lis     %r3, {rom_mark}@h           # tells the entry that the reset vector started it
    ori     %r3, %r3, {rom_mark}@l
    not     %r4, %r3
    li      %r5, 0                      # no client interface
    blr

    .fill   (0x4000 - (. - __flash_start)) / 4, 4, 0x48000000
    .size   __flash_start, . - __flash_start
