// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch of an unordered queue samples what another one writes, and nothing orders them.
// queue: unordered
// run: image_launches_unordered 16x16 8x8 image:16x16
// run: image_launches_unordered2 16x16 8x8 first:0 sampler buffer:4096
// options: -cl-std=CL2.0
// report: races 9|13
kernel void image_launches_unordered(write_only image2d_t image) {
  write_imagef(image, (int2)(get_global_id(0), get_global_id(1)), (float4)(1));
}
kernel void image_launches_unordered2(read_only image2d_t image, sampler_t s, global float4* out) {
  const float2 at = (float2)(get_global_id(0), get_global_id(1)) + 0.5f;
  out[get_global_id(1) * 16 + get_global_id(0)] = read_imagef(image, s, at);
}
