// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from long to every type (convert.inc).
#define FROM long
#define FROM_INTEGER
#include "convert.inc"
