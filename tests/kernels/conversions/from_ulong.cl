// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from ulong to every type (convert.inc).
#define FROM ulong
#define FROM_INTEGER
#include "convert.inc"
