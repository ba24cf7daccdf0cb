// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from char to every type (convert.inc).
#define FROM char
#define FROM_INTEGER
#include "convert.inc"
