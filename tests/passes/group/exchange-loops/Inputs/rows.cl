// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops for source.test and other-loops.test. Groups have 256 work-items.
#define BEGIN                    \
  local uint bins[64];           \
  const int l = get_local_id(0); \
  bins[l % 64] = 0;              \
  barrier(CLK_LOCAL_MEM_FENCE)
#define END                     \
  barrier(CLK_LOCAL_MEM_FENCE); \
  out[get_global_id(0)] = bins[l % 64]

kernel void rows(global const uint *in, global uint *out, int n) {
  BEGIN;
  for (int k = 0; k < n; ++k) atomic_inc(&bins[in[k * 256 + l] % 64]);
  END;
}

kernel void rows_of_any_width(global const uint *in, global uint *out, int n, int width) {
  BEGIN;
  if (n > 3)
    for (int k = 0; k < n; ++k) atomic_inc(&bins[in[k * width + l] % 64]);
  END;
}

kernel void sums(global const uint *in, global uint *out, int n) {
  BEGIN;
  uint sum = 0;
  for (int k = 0; k < n; ++k) {
    sum = sum * 3 + in[k * 256 + l];
    atomic_inc(&bins[sum % 64]);
  }
  END;
}

kernel void some(global const uint *in, global uint *out, int n) {
  BEGIN;
  if (l > 100)
    for (int k = 0; k < n; ++k) atomic_inc(&bins[in[k * 256 + l] % 64]);
  END;
}

kernel void own_number(global const uint *in, global uint *out, int n) {
  BEGIN;
  for (int k = 0; k < n + l; ++k) atomic_inc(&bins[in[k * 256 + l] % 64]);
  END;
}

kernel void little(global const uint *in, global uint *out, int n) {
  BEGIN;
  for (int k = 0; k < n; ++k) out[k * 256 + l] = in[k * 256 + l];
  END;
}

kernel void columns(global const uint *in, global uint *out, int n) {
  BEGIN;
  for (int k = 0; k < n; ++k) atomic_inc(&bins[in[l * n + k] % 64]);
  END;
}

kernel void last_ones(global const uint *in, global uint *out, int n) {
  BEGIN;
  for (int k = 0; k < n; ++k) atomic_xchg(&bins[in[k * 256 + l] % 64], l);
  END;
}

kernel void places(global const uint *in, global uint *out, int n) {
  BEGIN;
  for (int k = 0; k < n; ++k) {
    const uint value = in[k * 256 + l];
    out[atomic_inc(&bins[value % 64])] = value;
  }
  END;
}
