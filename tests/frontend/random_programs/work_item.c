// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What get_global_id(0) returns in the reference.
unsigned long workItem;
