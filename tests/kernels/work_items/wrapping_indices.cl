// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices of 32 bits in loops, which may wrap where nothing is accessed (wrapping_indices.cpp).
kernel void rows(global const int *in, global int *out, uint width, uint from, uint step,
                 uint count) {
  const uint x = get_global_id(0), y = get_global_id(1);
  int sum = 0;
  for (uint k = 0; k < count; ++k)
    sum += in[y * width + from + k * step] * in[(from + k * step) * width + x] +
           in[y * width + from + k * step + x];
  out[y * get_global_size(0) + x] = sum;
}

kernel void signed_rows(global const int *in, global int *out, int width, int from, int step,
                        int count) {
  const int x = get_global_id(0), y = get_global_id(1);
  int sum = 0;
  for (uint k = 0; k < count; ++k) {
    const int at = (int)((uint)from + k * (uint)step);
    sum += in[(int)((uint)y * width + at)] * in[(int)((uint)at * width + x)];
  }
  out[y * get_global_size(0) + x] = sum;
}

kernel void skipped(global const int *in, global int *out, uint from, uint skip, uint count) {
  const uint x = get_global_id(0);
  int sum = 0;
  for (uint k = 0; k < count; ++k)
    if (k >= skip) sum += in[from + k] + in[from + k + x];
  out[x] = sum;
}

kernel void every_other(global const int *in, global int *out, uint step, uint count) {
  const uint x = get_global_id(0);
  int sum = 0;
  for (uint k = 0; k < count; ++k)
    if ((k & 1) == 0) sum += in[k * step + x] + in[k * step];
  out[x] = sum;
}

kernel void balanced(global const int *in, global int *out, uint count) {
  const uint x = get_global_id(0);
  int sum = 0;
  for (uint k = 0; k < count; ++k) {
    const ulong back = (ulong)(k & 1) << 31;
    sum += in[(ulong)(k << 31) + x - back] + in[(ulong)(k << 31) - back];
  }
  out[x] = sum;
}

kernel void diagonal(global const int *in, global int *out, uint from, uint count, uint column) {
  global const int(*rows)[16] = (global const int(*)[16])in;
  const uint x = get_global_id(0);
  int sum = 0;
  for (uint k = 0; k < count; ++k) {
    global const int *row = rows[from + k], *next = rows[from + k + 1];
    sum = sum * 3 + in[from + k + x] + row[from + k] * row[column] * row[column + k] -
          next[from + k + 1] * next[column] * next[column + k];
  }
  out[x] = sum;
}

kernel void bytes(global const uchar *in, global int *out) {
  local int squares[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) squares[i] = i * i + 7;
  barrier(CLK_LOCAL_MEM_FENCE);
  local const int *numbers = squares;
  uchar at = in[get_global_id(0)];
  const int first = numbers[at++];
  out[get_global_id(0)] = first * 3 - numbers[at];
}

#define TRIPLES(type)                                                                          \
  kernel void triples_##type(global const type *in, global type *out, uint from, uint first) { \
    const uint x = get_global_id(0);                                                           \
    if (x >= first) vstore3(vload3(x + from, in) + (type##3)(1, 2, 3), x + from, out);         \
  }
TRIPLES(uchar)
TRIPLES(ushort)
TRIPLES(float)

kernel void singles(global const uchar *in, global uchar *out, uint from, uint first) {
  const uint x = get_global_id(0);
  if (x >= first) out[x + from] = in[x + from] + 1 + (x + from) % 3;
}
