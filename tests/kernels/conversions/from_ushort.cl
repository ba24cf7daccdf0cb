// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from ushort to every type (convert.inc).
#define FROM ushort
#define FROM_INTEGER
#include "convert.inc"
