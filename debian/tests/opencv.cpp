// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of OpenCV on UMat, whose OpenCL kernels run on the device of OPENCV_OPENCL_DEVICE, and
// the same functions on Mat, which OpenCV's own code for CPUs computes. Writes "begin <function>"
// and "end" to standard error around each on UMat: OpenCV computes on the host without a message
// what it has no kernel for, so that `opencv` looks for a launch between them in Lanewise's log.

#include <opencv2/core.hpp>
#include <opencv2/core/ocl.hpp>
#include <opencv2/imgproc.hpp>

#include <cstdio>
#include <functional>

namespace {

using Function = std::function<void(cv::InputArray, cv::OutputArray)>;

/// Whether no component differs by more than `bound`, which is 1 where kernels round intermediate
/// results otherwise.
bool compare(const char* name, const cv::Mat& image, double bound, const Function& function) {
  cv::Mat expected;
  function(image, expected);
  const cv::UMat input = image.getUMat(cv::ACCESS_READ);
  cv::UMat output;
  std::fprintf(stderr, "begin %s\n", name);
  function(input, output);
  cv::ocl::finish();
  std::fprintf(stderr, "end\n");
  const cv::Mat found = output.getMat(cv::ACCESS_READ);
  if (found.size() != expected.size() || found.type() != expected.type()) {
    std::printf("%s: size or type differ\n", name);
    return false;
  }
  const double difference = cv::norm(found, expected, cv::NORM_INF);
  std::printf("%s: largest difference %g, bound %g\n", name, difference, bound);
  return difference <= bound;
}

}  // namespace

int main() {
  if (!cv::ocl::useOpenCL()) {
    std::puts("OpenCV uses no OpenCL");
    return 1;
  }
  const cv::ocl::Device& device = cv::ocl::Device::getDefault();
  std::printf("OpenCV %s, %s, %s\n", CV_VERSION, device.name().c_str(), device.version().c_str());
  if (device.version().find("Lanewise") == cv::String::npos) return 1;
  cv::Mat image(480, 641, CV_8UC3);
  cv::RNG(1).fill(image, cv::RNG::UNIFORM, 0, 256);
  const bool results[] = {
      compare("blur", image, 1,
              [](auto from, auto to) { cv::GaussianBlur(from, to, cv::Size(7, 7), 1.5); }),
      compare("colours", image, 1,
              [](auto from, auto to) { cv::cvtColor(from, to, cv::COLOR_BGR2GRAY); }),
      compare("threshold", image, 0,
              [](auto from, auto to) { cv::threshold(from, to, 100, 200, cv::THRESH_BINARY); }),
      compare("resize", image, 1,
              [](auto from, auto to) { cv::resize(from, to, cv::Size(800, 333)); }),
  };
  for (const bool equal : results)
    if (!equal) return 1;
  return 0;
}
