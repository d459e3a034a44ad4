/* logarithm.h -- logarithms in whole numbers: every platform comes to the same. */
#ifndef UNO_LOGARITHM_H
#define UNO_LOGARITHM_H

/* 256 log2(n), for n from 1. */
static inline int log2_of(unsigned n) {
    unsigned whole = 31 - (unsigned)__builtin_clz(n), part = whole > 8 ? n >> (whole - 8) : n << (8 - whole);
    int x = (int)part - 256; /* log2(1 + x) is about x + 0.34 x (1 - x) */
    return (int)whole * 256 + x + x * (256 - x) * 87 / 65536;
}

#endif
