// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of floats for each bin, in local memory. The loop with the compare-and-swap takes the time.
// The loops around it vectorize well, and have few iterations.

kernel void histogram_cas(global const float* in, global float* out, int passes, int copies) {
  local int bins[4096];
  int item = get_local_id(0), size = get_local_size(0);
  for (int pass = 0; pass < passes; ++pass) {
    for (int at = item; at < copies * 1024; at += size) bins[at] = pass ? as_int(1.0f * at) : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    float value = in[get_global_id(0)];
    for (int step = 0; step < 64; ++step) {
      int bin = (int)(value * 1000.0f) + step;
      if (bin >= 0 && bin < 1024) {
        volatile local int* cell = &bins[item % copies * 1024 + bin];
        int next = *cell, tried;
        do {
          tried = next;
          next = atomic_cmpxchg(cell, tried, as_int(as_float(tried) + value));
        } while (next != tried);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int at = item; at < 1024; at += size) {
      float sum = 0;
      for (int copy = 0; copy < copies; ++copy) sum += as_float(bins[copy * 1024 + at]);
      out[get_group_id(0) * 1024 + at] = sum;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
