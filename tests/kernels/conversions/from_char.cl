// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FROM char
#define FROM_INTEGER
#include "convert.inc"
