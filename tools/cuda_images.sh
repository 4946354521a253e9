#!/bin/sh
# Assembler text of an object with the kernels that nvcc compiled, as providers/cuda knows them (cm_cuda_images).
# usage: tools/cuda_images.sh FAMILY.fatbin ... > images.s
set -eu
echo '.section .note.GNU-stack,"",%progbits'
echo '.section .rodata'
for file; do
    family=$(basename "$file" .fatbin)
    printf '.balign 64\nimage_%s:\n.incbin "%s"\nname_%s:\n.asciz "%s"\n' "$family" "$file" "$family" "$family"
done
# Addresses: the loader may have to put them in.
printf '.section .data.rel.ro,"aw"\n.balign 8\n.globl cm_cuda_images\ncm_cuda_images:\n'
for file; do
    family=$(basename "$file" .fatbin)
    printf '.quad name_%s, image_%s\n' "$family" "$family"
done
echo '.quad 0, 0'
