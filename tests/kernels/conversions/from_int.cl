// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from int to every type (convert.inc).
#define FROM int
#define FROM_INTEGER
#include "convert.inc"
