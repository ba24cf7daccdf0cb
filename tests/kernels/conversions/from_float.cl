// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define FROM float
#include "convert.inc"
