// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FROM int
#include "convert.inc"
