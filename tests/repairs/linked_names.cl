// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// RUN: %cc -cl-std=CL3.0 --to=spirv -o %t.spv %s
// RUN: %dis %t.spv | FileCheck %s
// CHECK: LinkageAttributes "größe" Export
int größe(int x) { return x + 1; }
