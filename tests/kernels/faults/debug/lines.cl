// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiled with debug information (OpenCL.DebugInfo.100): the access in line 7 fails.
typedef global int* Place;

void store(Place place) {
  *place = 1;
}

kernel void store_at(global int* out, ulong address, ulong at) {
  if (get_global_id(0) == at)
    store((Place)address);
  else
    out[get_global_id(0)] = 2;
}
