// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from uint to every type (convert.inc).
#define FROM uint
#define FROM_INTEGER
#include "convert.inc"
