// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from float to every type (convert.inc).
#define FROM float
#include "convert.inc"
