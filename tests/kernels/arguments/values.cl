// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments of every type, read back by one work-item.

#define ECHO(type)                                                        \
  kernel void echo_##type(global type *out, type value, uchar after) {    \
    out[0] = value;                                                       \
    out[1] = (type)(after);                                               \
  }
#define ECHO_ALL(type) \
  ECHO(type) ECHO(type##2) ECHO(type##4) ECHO(type##8) ECHO(type##16)

ECHO_ALL(char) ECHO_ALL(uchar) ECHO_ALL(short) ECHO_ALL(ushort) ECHO_ALL(int) ECHO_ALL(uint)
ECHO_ALL(long) ECHO_ALL(ulong) ECHO_ALL(float) ECHO_ALL(double)

// A vector of three components occupies the space of four.
kernel void echo_int3(global int *out, int3 value, uchar after) {
  vstore3(value, 0, out);
  out[3] = after;
}

typedef struct {
  char a;
  double b;
  short c;
} Inner;
typedef struct {
  Inner inner[2];
  float4 vector;
  uchar tail[5];
} Outer;

kernel void structure(global Outer *out, Outer value, char after) {
  out[0] = value;
  out[0].tail[4] += after;
}

// Each work-item changes its own copy.
kernel void changedByValue(global int *out, Inner value) {
  value.c += get_global_id(0);
  out[get_global_id(0)] = value.c;
}

kernel void mixed(char a, global int *out, double b, local int *scratch, short3 c,
                  constant int *table, long d, local float4 *vectors) {
  const int lid = get_local_id(0);
  scratch[lid] = a + (int)b + c.x + c.y + c.z + table[lid] + (int)d;
  vectors[lid] = (float4)(lid);
  barrier(CLK_LOCAL_MEM_FENCE);
  const int other = (lid + 1) % get_local_size(0);
  out[get_global_id(0)] = scratch[other] + (int)vectors[other].w;
}

kernel void nullPointer(global int *out, global int *maybe) { out[0] = maybe ? 1 : 2; }

kernel void sameBufferTwice(global int *a, global int *b) { a[0] = b[1] + 1; }

kernel void manyArguments(global int *out, int a0, int a1, int a2, int a3, int a4, int a5, int a6,
                          int a7, long b0, long b1, long b2, long b3, char c0, short c1, char c2,
                          double d0, float d1, int16 e0, long16 e1, double16 e2) {
  out[0] = a0 + a1 + a2 + a3 + a4 + a5 + a6 + a7;
  out[1] = (int)(b0 + b1 + b2 + b3) + c0 + c1 + c2;
  out[2] = (int)(d0 + d1) + e0.sf + (int)e1.sf + (int)e2.sf;
}
