// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes, alignments and offsets as OpenCL C defines them.

typedef struct { char a; short b; char c; } Small;
typedef struct { char a; long b; char c; } Wide;
typedef struct { char a; float3 b; char c; } WithVector3;
typedef struct { char a; double4 b; char c[3]; Small d[2]; } Nested;
typedef struct __attribute__((packed)) { char a; long b; short c; int d; } Packed;
typedef struct __attribute__((aligned(32))) { int a; } Aligned;
typedef union { int a; float b; char c[6]; short2 d; } Either;

#define OFFSET(type, member) (int)(ulong)(&((private type *)0)->member)

kernel void layout(global int *out) {
  int i = 0;
  out[i++] = sizeof(Small);
  out[i++] = OFFSET(Small, c);
  out[i++] = sizeof(Wide);
  out[i++] = OFFSET(Wide, c);
  out[i++] = sizeof(WithVector3);
  out[i++] = OFFSET(WithVector3, b);
  out[i++] = OFFSET(WithVector3, c);
  out[i++] = sizeof(Nested);
  out[i++] = OFFSET(Nested, d);
  out[i++] = sizeof(Packed);
  out[i++] = OFFSET(Packed, d);
  out[i++] = sizeof(Aligned);
  out[i++] = sizeof(Either);
}

kernel void copyNested(global const Nested *in, global Nested *out) {
  Nested value = in[get_global_id(0)];
  value.b += 1.0;
  value.d[1].b *= 2;
  out[get_global_id(0)] = value;
}

kernel void packedElements(global Packed *values) {
  global Packed *value = values + get_global_id(0);
  value->b += value->a;
  value->d += value->c;
}

kernel void unionViews(global uint *out, float value) {
  Either either;
  either.b = value;
  out[0] = (uint)either.a;
  either.c[0] = 1;
  out[1] = (uint)either.a;
  out[2] = (ushort)either.d.y;
}

typedef struct { int values[4]; } Block;
Block reversed(Block in) {
  Block out;
  for (int i = 0; i < 4; ++i) out.values[i] = in.values[3 - i];
  return out;
}

kernel void passedAndReturned(global Block *blocks) {
  blocks[get_global_id(0)] = reversed(blocks[get_global_id(0)]);
}
