// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A launch behind another one reads its texels.
// run: image_launches_of_one_queue 16x16 8x8 image:16x16
// run: image_launches_of_one_queue2 16x16 8x8 first:0 sampler buffer:4096
// options: -cl-std=CL2.0
// report: none
kernel void image_launches_of_one_queue(write_only image2d_t image) {
  write_imagef(image, (int2)(get_global_id(0), get_global_id(1)), (float4)(1));
}
kernel void image_launches_of_one_queue2(read_only image2d_t image, sampler_t s,
                                         global float4* out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  out[at.y * 16 + at.x] = read_imagef(image, s, at + (int2)(1, 1)) + read_imagef(image, s, at);
}
