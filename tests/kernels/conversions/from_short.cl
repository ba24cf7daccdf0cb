// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from short to every type (convert.inc).
#define FROM short
#define FROM_INTEGER
#include "convert.inc"
