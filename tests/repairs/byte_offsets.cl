// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The address of table[2] is that of table and 8 bytes, not 8 tables.
// RUN: %cc -cl-std=CL3.0 --to=link -o - %s | FileCheck %s
// CHECK-DAG: @second ={{.*}} getelementptr {{(inbounds )?}}(i8, ptr @table, i64 8)
global int table[4] = {10, 11, 12, 13};
global int *global second = &table[2];
kernel void k(global int *out) { out[0] = *second; second = table; }
