// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// device_queue [platform name]: integrates a function with narrow peaks. A work-item integrates an
// interval. Where the error is too large, it enqueues a kernel for the parts of the interval, so
// the host launches one kernel only.

#include "open_device.h"

#include <cmath>
#include <cstdint>

namespace {

// The sum has a fixed point, so that the order of additions does not matter.
constexpr char kSource[] = R"(
double peaks(double x) {
  const double d = x - 0.3, e = x - 0.9;
  return 1.0 / (d * d + 1e-6) + 1.0 / (e * e + 1e-8);
}

double simpson(double from, double width) {
  return width / 6 * (peaks(from) + 4 * peaks(from + width / 2) + peaks(from + width));
}

void refine(global atomic_long* sum, global atomic_int* intervals, double from, double width, double tolerance) {
  const double begin = from + width * get_global_id(0);
  const double coarse = simpson(begin, width);
  const double fine = simpson(begin, width / 2) + simpson(begin + width / 2, width / 2);
  atomic_fetch_add_explicit(intervals, 1, memory_order_relaxed, memory_scope_device);
  if (fabs(fine - coarse) <= 15 * tolerance) {
    const long fixed = convert_long_rte((fine + (fine - coarse) / 15) * 0x1p40);
    atomic_fetch_add_explicit(sum, fixed, memory_order_relaxed, memory_scope_device);
    return;
  }
  const int code = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8),
                                  ^{ refine(sum, intervals, begin, width / 8, tolerance / 8); });
  // The queue is full: the count of intervals says that the result is incomplete.
  if (code != CLK_SUCCESS)
    atomic_store_explicit(intervals, INT_MIN, memory_order_relaxed, memory_scope_device);
}

kernel void integrate(global atomic_long* sum, global atomic_int* intervals, double from, double width, double tolerance) {
  refine(sum, intervals, from, width, tolerance);
}
)";

double exactIntegral() {
  const auto peak = [](double centre, double width) {
    return (std::atan((1 - centre) / width) + std::atan(centre / width)) / width;
  };
  return peak(0.3, 1e-3) + peak(0.9, 1e-4);
}

int integrate(const std::string& platformName) {
  const cl::Device device = example::openDevice(platformName);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  // The queue that get_default_queue() returns in kernels.
  const cl::DeviceCommandQueue onDevice =
      cl::DeviceCommandQueue::makeDefault(context, device, 1 << 20);
  cl::Program program(context, kSource);
  try {
    program.build("-cl-std=CL3.0");
  } catch (const cl::BuildError& error) {
    throw std::runtime_error("cannot build the kernel: " + error.getBuildLog().at(0).second);
  }

  constexpr cl_uint kIntervals = 64;
  int64_t sum = 0;
  cl_int intervals = 0;
  const cl::Buffer sumBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof sum, &sum);
  const cl::Buffer countBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof intervals,
                               &intervals);
  cl::Kernel kernel(program, "integrate");
  kernel.setArg(0, sumBuffer);
  kernel.setArg(1, countBuffer);
  kernel.setArg(2, 0.0);
  kernel.setArg(3, 1.0 / kIntervals);
  kernel.setArg(4, 1e-8 / kIntervals);
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kIntervals));
  queue.enqueueReadBuffer(sumBuffer, CL_TRUE, 0, sizeof sum, &sum);
  queue.enqueueReadBuffer(countBuffer, CL_TRUE, 0, sizeof intervals, &intervals);

  const double found = std::ldexp(static_cast<double>(sum), -40), exact = exactIntegral();
  std::cout << "  integral: " << found << ", error " << std::abs(found - exact) << ", " << intervals
            << " intervals of which the host launched " << kIntervals << '\n';
  return intervals > 0 && std::abs(found - exact) < 1e-6 ? 0 : 1;
}

}  // namespace

int main(int count, char** words) {
  return example::run([&] { return integrate(count > 1 ? words[1] : "lanewise"); });
}
