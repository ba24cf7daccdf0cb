// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls return or end the program, because a benchmark cannot continue after an error.

#include "peer.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>

namespace bench {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// Short names of platforms whose own name does not contain them.
std::string platformWord(const std::string& name) {
  return lower(name) == "pocl" ? "portable computing language" : lower(name);
}

cl_platform_id findPlatform(const std::string& wanted, std::string& name) {
  cl_uint count = 0;
  clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(count);
  if (count) require(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");
  std::string seen;
  for (cl_platform_id platform : platforms) {
    char text[256] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof text, text, nullptr);
    name = text;
    if (lower(name).find(platformWord(wanted)) != std::string::npos) return platform;
    seen += " '" + name + "'";
  }
  stop("no platform named like '" + wanted + "'; there are:" + seen);
}

}  // namespace

void stop(const std::string& why) {
  std::cerr << "bench: " << why << '\n';
  std::exit(1);
}

void require(cl_int error, const char* what) {
  if (error != CL_SUCCESS) stop(std::string(what) + " returned " + std::to_string(error));
}

Peer& Peer::get() {
  static Peer* const peer = new Peer;  // never destroyed: platforms have threads of their own
  return *peer;
}

void Peer::open(const std::string& platformName, bool fromSource) {
  Peer& peer = get();
  peer.fromSource_ = fromSource;
  const cl_platform_id platform = findPlatform(platformName, peer.name_);
  require(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &peer.device_, nullptr),
          "clGetDeviceIDs");
  cl_int error;
  peer.context_ = clCreateContext(nullptr, 1, &peer.device_, nullptr, nullptr, &error);
  require(error, "clCreateContext");
  peer.queue_ = clCreateCommandQueueWithProperties(peer.context_, peer.device_, nullptr, &error);
  require(error, "clCreateCommandQueueWithProperties");
}

std::vector<unsigned char> readModule(const std::string& name) {
  std::ifstream file(KERNELS "/" + name + ".spv", std::ios::binary);
  if (!file) stop("cannot read the module " + name);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string readSource(const std::string& name) {
  for (const char* folder : {SOURCES, KERNELS})
    if (std::ifstream file(std::string(folder) + "/" + name + ".cl"); file)
      return {std::istreambuf_iterator<char>(file), {}};
  stop("cannot read the source of " + name);
}

void build(cl_program program, const std::string& name, const char* options) {
  const cl_device_id device = Peer::get().device();
  if (clBuildProgram(program, 1, &device, options, nullptr, nullptr) == CL_SUCCESS) return;
  std::string log(1 << 16, '\0');
  clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
  stop(name + " does not build: " + log.c_str());
}

cl_program buildProgram(const std::vector<unsigned char>& module, const std::string& name) {
  const Peer& on = Peer::get();
  cl_int error;
  const cl_program program =
      clCreateProgramWithIL(on.context(), module.data(), module.size(), &error);
  require(error, "clCreateProgramWithIL");
  build(program, name);
  return program;
}

cl_program buildSource(const std::string& text, const std::string& name, const char* options) {
  const char* pointer = text.c_str();
  cl_int error;
  const cl_program program =
      clCreateProgramWithSource(Peer::get().context(), 1, &pointer, nullptr, &error);
  require(error, "clCreateProgramWithSource");
  build(program, name, options);
  return program;
}

cl_program loadProgram(const std::string& module) {
  return Peer::get().fromSource() ? buildSource(readSource(module), module)
                                  : buildProgram(readModule(module), module);
}

cl_program loadSource(const std::string& module, const char* options) {
  return buildSource(readSource(module), module, options);
}

void makeUnknown(std::vector<unsigned char>& module) {
  const auto generator = static_cast<cl_uint>(std::random_device()());
  std::memcpy(module.data() + 8, &generator, sizeof generator);
}

cl_program loadUnknown(const std::string& module) {
  if (Peer::get().fromSource())
    return buildSource(readSource(module) + "constant uint unknown = " +
                           std::to_string(std::random_device()()) + "u;\n",
                       module);
  std::vector<unsigned char> words = readModule(module);
  makeUnknown(words);
  return buildProgram(words, module);
}

cl_kernel makeKernel(const std::string& module, const std::string& kernel) {
  const cl_program program = loadProgram(module);
  cl_int error;
  const cl_kernel made = clCreateKernel(program, kernel.c_str(), &error);
  require(error, "clCreateKernel");
  clReleaseProgram(program);
  return made;
}

cl_mem makeBuffer(size_t sizeBytes, const void* data) {
  cl_int error;
  const cl_mem buffer = clCreateBuffer(
      Peer::get().context(), CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : cl_mem_flags{0}),
      sizeBytes, const_cast<void*>(data), &error);
  require(error, "clCreateBuffer");
  return buffer;
}

void readBuffer(cl_mem buffer, void* into, size_t sizeBytes) {
  require(clEnqueueReadBuffer(Peer::get().queue(), buffer, CL_TRUE, 0, sizeBytes, into, 0, nullptr,
                              nullptr),
          "clEnqueueReadBuffer");
}

cl_mem makeImage(const cl_image_format& format, const size_t (&extent)[3], const void* data) {
  cl_image_desc shape = {};
  shape.image_type = extent[2] > 1 ? CL_MEM_OBJECT_IMAGE3D : CL_MEM_OBJECT_IMAGE2D;
  shape.image_width = extent[0];
  shape.image_height = extent[1];
  shape.image_depth = extent[2];
  cl_int error;
  const cl_mem image =
      clCreateImage(Peer::get().context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                    &shape, const_cast<void*>(data), &error);
  require(error, "clCreateImage");
  return image;
}

void readImage(cl_mem image, const size_t (&extent)[3], void* into) {
  const size_t origin[3] = {};
  require(clEnqueueReadImage(Peer::get().queue(), image, CL_TRUE, origin, extent, 0, 0, into, 0,
                             nullptr, nullptr),
          "clEnqueueReadImage");
}

}  // namespace bench
