// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from double to every type (convert.inc).
#define FROM double
#include "convert.inc"
