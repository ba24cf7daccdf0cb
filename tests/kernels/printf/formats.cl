// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// printf with every conversion of the environment specification.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void integers(int i, uint u, long l, char c, short s) {
  printf("%d|%i|%5d|%-5d|%05d|%+d|% d|\n", i, i, i, i, i, i, i);
  printf("%u|%o|%x|%X|%#x|%#o|%.3d|\n", u, u, u, u, u, u, i);
  printf("%ld|%lu|%lx|%hhd|%hd|\n", l, (ulong)l, l, c, s);
}

kernel void reals(float f, double d) {
  printf("%f|%.2f|%10.3f|%-10.1f|%+f|%e|%.3E|%g|%G|\n", f, f, f, f, f, f, f, f, f);
  printf("%f|%a|%A|%.0f|%#.0f|\n", d, d, d, d, d);
  printf("%f|%f|%f|%F|\n", INFINITY, -INFINITY, NAN, INFINITY);
}

kernel void others(char c) {
  printf("%c|%s|%10s|%-10s|%.2s|%%|\n", c, "text", "right", "left", "cut");
  printf("no argument\n");
  printf("");
  printf("%p|\n", (global void *)0x1234);
}

kernel void vectors(float4 f, int2 i, uchar3 c, long8 l, short16 s) {
  printf("%v4hlf|%.1v4hlf|%-6.1v4hlf|\n", f, f, f);
  printf("%v2hld|%#v2hlx|%v3hhu|%v3hhx|\n", i, as_uint2(i), c, c);
  printf("%v8ld|%v16hd|\n", l, s);
}

kernel void vectorsOfDouble(double2 d) { printf("%v2lf|%v2lg|\n", d, d); }

kernel void perWorkItem(void) {
  printf("item %d\n", (int)get_global_id(0));
}

kernel void inBranch(int limit) {
  if ((int)get_global_id(0) < limit) printf("below\n");
}

kernel void returned(global int *out) {
  out[0] = printf("ok %d\n", 5);
}

void inner(const constant char *text, int value) { printf("%s=%d\n", text, value); }
kernel void inFunction(void) {
  inner("first", 1);
  inner("second", 2);
}

kernel void longLine(void) {
  for (int i = 0; i < 200; ++i) printf("%04d ", i);
  printf("\n");
}
