// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FROM double
#include "convert.inc"
