// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from uchar to every type (convert.inc).
#define FROM uchar
#define FROM_INTEGER
#include "convert.inc"
