// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// picture [platform name] [file.png]: traces rays through a scene of spheres and writes the result
// as a PNG file.

#include "open_device.h"

#include <chrono>
#include <filesystem>

#include <png.h>

namespace {

constexpr cl_uint kWidth = 1280, kHeight = 720;

struct Sphere {
  cl_float4 centreAndRadius, colourAndMirror;
};

std::vector<Sphere> makeScene() {
  std::vector<Sphere> spheres = {
      {{{0.0f, 1.0f, 0.0f, 1.0f}}, {{0.95f, 0.95f, 0.95f, 0.75f}}},
      {{{-2.1f, 0.8f, 0.6f, 0.8f}}, {{0.85f, 0.2f, 0.15f, 0.2f}}},
      {{{2.0f, 0.9f, 0.8f, 0.9f}}, {{0.1f, 0.45f, 0.75f, 0.3f}}},
  };
  for (int i = 0; i < 9; ++i) {
    const float x = -3.2f + 0.8f * static_cast<float>(i);
    const float height = 0.22f + 0.02f * static_cast<float>(i % 3);
    const float green = 0.35f + 0.07f * static_cast<float>(i);
    spheres.push_back({{{x, height, -1.9f + 0.25f * static_cast<float>(i % 2), height}},
                       {{0.9f - 0.08f * static_cast<float>(i), green, 0.3f, 0.15f}}});
  }
  return spheres;
}

void writePng(const std::string& path, const std::vector<unsigned char>& rgba) {
  png_image image = {};
  image.version = PNG_IMAGE_VERSION;
  image.width = kWidth;
  image.height = kHeight;
  image.format = PNG_FORMAT_RGBA;
  if (!png_image_write_to_file(&image, path.c_str(), 0, rgba.data(), 0, nullptr))
    throw std::runtime_error("cannot write " + path + ": " + image.message);
}

int draw(const std::string& platformName, const std::string& path) {
  const cl::Device device = example::openDevice(platformName);
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  cl::Kernel kernel(example::buildProgram(context, KERNELS "/picture.spv"), "picture");

  std::vector<Sphere> scene = makeScene();
  const cl::Buffer spheres(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR,
                           scene.size() * sizeof(Sphere), scene.data());
  std::vector<unsigned char> pixels(size_t{kWidth} * kHeight * 4);
  const cl::Buffer target(context, CL_MEM_WRITE_ONLY, pixels.size());
  kernel.setArg(0, target);
  kernel.setArg(1, spheres);
  kernel.setArg(2, static_cast<cl_int>(scene.size()));

  const auto start = std::chrono::steady_clock::now();
  queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(kWidth, kHeight));
  queue.enqueueReadBuffer(target, CL_TRUE, 0, pixels.size(), pixels.data());
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;

  writePng(path, pixels);
  std::cout << "  picture: " << kWidth << " x " << kHeight << ", 9 rays a pixel, " << took.count()
            << " ms\n  " << std::filesystem::absolute(path).string() << '\n';
  return 0;
}

}  // namespace

int main(int count, char** words) {
  return example::run([&] {
    return draw(count > 1 ? words[1] : "lanewise", count > 2 ? words[2] : "picture.png");
  });
}
