// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// hand_written [platform name]: runs a SPIR-V module that was written as assembly
// (hand_written.spvasm) and compares every result with the host's.

#include "open_device.h"

namespace {

int runSquares(const std::string& platformName) {
  constexpr cl_uint kCount = 1 << 16;
  const cl::Device device = example::openDevice(platformName);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program = example::buildProgram(context, KERNELS "/hand_written.spv");

  std::vector<cl_uint> input(kCount), output(kCount);
  for (cl_uint i = 0; i < kCount; ++i) input[i] = 7 * i;
  const cl::Buffer in(context, input.begin(), input.end(), /*readOnly=*/true);
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, kCount * sizeof(cl_uint));

  cl::Kernel kernel(program, "squares");
  kernel.setArg(0, in);
  kernel.setArg(1, out);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kCount));
  queue.enqueueReadBuffer(out, CL_TRUE, 0, kCount * sizeof(cl_uint), output.data());

  for (cl_uint i = 0; i < kCount; ++i) {
    if (output[i] == i * i + input[i]) continue;
    std::cout << "  squares: element " << i << " is " << output[i] << ", not " << i * i + input[i]
              << '\n';
    return 1;
  }
  std::cout << "  squares: " << kCount << " work-items, every result as the host computes it\n";
  return 0;
}

}  // namespace

int main(int count, char** words) {
  return example::run([&] { return runSquares(count > 1 ? words[1] : "lanewise"); });
}
