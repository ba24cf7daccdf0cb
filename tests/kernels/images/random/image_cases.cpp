// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random lookups and writes of images on the first platform that the loader finds.
//
//   image-cases FIRST COUNT [--to FILE] [--against FILE [--bits]]
//
// --to writes the results, --against compares with those of another run: of the same platform with
// another number of lanes (--bits: every bit but those of numbers that are none), or of another
// platform, by what the specification defines (case.h). The exit status is 1 if results differ.
#include "images/random/case.h"
#include "tests/images/reference.h"

#include <CL/cl.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>

namespace image_cases {
namespace {

using namespace lanewise::images;
using Bytes = std::vector<unsigned char>;

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::exit(2);
}

std::string typeOf(const Case& one) {
  if (one.isDepth()) return "float";
  return valuesOf(one.format.type) == Values::Float    ? "float4"
         : valuesOf(one.format.type) == Values::Signed ? "int4"
                                                       : "uint4";
}

std::string sourceOf(const Case& one) {
  const std::string color = typeOf(one), type = color.substr(0, 1) == "f" ? "f"
                                                : color[0] == 'i'         ? "i"
                                                                          : "ui";
  const std::string access = one.operation == Operation::Write ? "write_only " : "read_only ";
  const std::string image =
      access + "image" + one.kind->name + (one.isDepth() ? "_depth" : "") + "_t image";
  const std::string integers = one.kind->integers, floats = one.kind->floats;
  const std::string head = "kernel void k(" + image +
                           ", sampler_t s, global const float4* floats, global const int4* "
                           "integers, global " +
                           color + "* colors) {\n  const size_t i = get_global_id(0);\n";
  switch (one.operation) {
    case Operation::Sample:
      return head + "  const float4 c = floats[i];\n  colors[i] = read_image" + type +
             "(image, s, " + floats + ");\n}\n";
    case Operation::SampleAtIntegers:
      return head + "  const int4 c = integers[i];\n  colors[i] = read_image" + type +
             "(image, s, " + integers + ");\n}\n";
    case Operation::Read:
      return head + "  const int4 c = integers[i];\n  colors[i] = read_image" + type + "(image, " +
             integers + ");\n}\n";
    case Operation::Write:
      return head + "  const int4 c = integers[i];\n  if (c.w) write_image" + type + "(image, " +
             integers + ", colors[i]);\n}\n";
  }
  return {};
}

class Platform {
 public:
  Platform() {
    cl_platform_id platform = nullptr;
    if (clGetPlatformIDs(1, &platform, nullptr) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device_, nullptr))
      fail("no device; is OCL_ICD_VENDORS set?");
    context_ = clCreateContext(nullptr, 1, &device_, nullptr, nullptr, nullptr);
    queue_ = clCreateCommandQueueWithProperties(context_, device_, nullptr, nullptr);
  }

  /// The colors, or the texels after writes; nothing if the platform does not have the image.
  Bytes run(const Case& one) {
    const cl_image_format format = {0x10B0 + static_cast<cl_uint>(one.format.order),
                                    0x10D0 + static_cast<cl_uint>(one.format.type)};
    cl_image_desc description = {};
    constexpr cl_mem_object_type kTypes[] = {CL_MEM_OBJECT_IMAGE1D, CL_MEM_OBJECT_IMAGE1D_ARRAY,
                                             CL_MEM_OBJECT_IMAGE2D, CL_MEM_OBJECT_IMAGE2D_ARRAY,
                                             CL_MEM_OBJECT_IMAGE3D};
    description.image_type = kTypes[one.kind - kKinds];
    description.image_width = one.extent[0];
    description.image_height = one.extent[1];
    description.image_depth = one.extent[2];
    description.image_array_size =
        one.kind->layer < 0 ? 0 : one.extent[static_cast<size_t>(one.kind->layer)];
    const bool writes = one.operation == Operation::Write;
    if (!has(writes ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY, description.image_type, format))
      return {};
    cl_int error = 0;
    Bytes texels = one.texels;
    const cl_mem image = clCreateImage(
        context_, (writes ? CL_MEM_WRITE_ONLY : CL_MEM_READ_ONLY) | CL_MEM_COPY_HOST_PTR, &format,
        &description, texels.data(), &error);
    if (error) return {};
    const cl_sampler_properties properties[] = {
        CL_SAMPLER_NORMALIZED_COORDS,
        one.sampler.isNormalized,
        CL_SAMPLER_ADDRESSING_MODE,
        0x1130 + static_cast<cl_sampler_properties>(one.sampler.addressing),
        CL_SAMPLER_FILTER_MODE,
        0x1140 + static_cast<cl_sampler_properties>(one.sampler.filter),
        0};
    const cl_sampler sampler = clCreateSamplerWithProperties(context_, properties, &error);
    if (error) return {};
    Bytes colors(kItems * (one.isDepth() ? 4 : 16));
    for (size_t i = 0; i < kItems; ++i)
      std::memcpy(colors.data() + i * colors.size() / kItems, one.colors[i].data(),
                  colors.size() / kItems);
    const cl_mem floats = buffer(one.floats.data(), kItems * 16),
                 integers = buffer(one.integers.data(), kItems * 16),
                 out = buffer(colors.data(), colors.size());
    const cl_kernel kernel = kernelOf(sourceOf(one));
    clSetKernelArg(kernel, 0, sizeof image, &image);
    clSetKernelArg(kernel, 1, sizeof sampler, &sampler);
    clSetKernelArg(kernel, 2, sizeof floats, &floats);
    clSetKernelArg(kernel, 3, sizeof integers, &integers);
    clSetKernelArg(kernel, 4, sizeof out, &out);
    const size_t items = kItems, origin[3] = {};
    if (clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr))
      fail("the launch fails: " + one.describe());
    if (writes)
      error = clEnqueueReadImage(queue_, image, CL_TRUE, origin, one.extent.data(), 0, 0,
                                 texels.data(), 0, nullptr, nullptr);
    else
      error = clEnqueueReadBuffer(queue_, out, CL_TRUE, 0, colors.size(), colors.data(), 0, nullptr,
                                  nullptr);
    if (error) fail("no results: " + one.describe());
    for (const cl_mem memory : {image, floats, integers, out}) clReleaseMemObject(memory);
    clReleaseSampler(sampler);
    return writes ? texels : colors;
  }

 private:
  bool has(cl_mem_flags flags, cl_mem_object_type type, const cl_image_format& format) {
    std::vector<cl_image_format>& formats = formats_[{flags, type}];
    if (formats.empty()) {
      cl_uint count = 0;
      clGetSupportedImageFormats(context_, flags, type, 0, nullptr, &count);
      formats.resize(count);
      if (count) clGetSupportedImageFormats(context_, flags, type, count, formats.data(), nullptr);
    }
    for (const cl_image_format& known : formats)
      if (std::memcmp(&known, &format, sizeof format) == 0) return true;
    return false;
  }
  cl_mem buffer(const void* data, size_t size) {
    return clCreateBuffer(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size,
                          const_cast<void*>(data), nullptr);
  }
  cl_kernel kernelOf(const std::string& source) {
    cl_kernel& kernel = kernels_[source];
    if (kernel) return kernel;
    const char* text = source.c_str();
    const cl_program program = clCreateProgramWithSource(context_, 1, &text, nullptr, nullptr);
    if (clBuildProgram(program, 1, &device_, "-cl-std=CL2.0", nullptr, nullptr) &&
        clBuildProgram(program, 1, &device_, "-cl-std=CL3.0", nullptr, nullptr))
      fail("the program does not build:\n" + source);
    kernel = clCreateKernel(program, "k", nullptr);
    return kernel;
  }
  cl_device_id device_ = nullptr;
  cl_context context_;
  cl_command_queue queue_;
  std::map<std::string, cl_kernel> kernels_;
  std::map<std::pair<cl_mem_flags, cl_mem_object_type>, std::vector<cl_image_format>> formats_;
};

struct Counts {
  size_t equal = 0, near = 0, undefined = 0, different = 0, missing = 0;
};

template <class T>
T numberAt(const Bytes& bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof value, sizeof value);
  return value;
}

bool isNaN(uint32_t bits) { return (bits & 0x7FFFFFFF) > 0x7F800000; }

/// Of one color: the largest difference of components, 0 if all bits are the same.
double differenceOf(const Case& one, const Bytes& a, const Bytes& b, size_t item) {
  const size_t components = one.isDepth() ? 1 : 4;
  double most = 0;
  for (size_t c = item * components; c < (item + 1) * components; ++c) {
    const auto x = numberAt<uint32_t>(a, c), y = numberAt<uint32_t>(b, c);
    if (x == y || (!one.isInteger() && isNaN(x) && isNaN(y))) continue;
    const double difference = one.isInteger()
                                  ? 1e9
                                  : std::fabs(static_cast<double>(numberAt<float>(a, c)) -
                                              static_cast<double>(numberAt<float>(b, c)));
    most = std::max(most, difference > 0 || difference == 0 ? difference : 1e9);
  }
  return most;
}

/// Of one texel: in steps of a normalized number; any other difference is large.
double differenceOfTexels(const Case& one, const Bytes& a, const Bytes& b, size_t texel) {
  const size_t bytes = one.format.texelBytes;
  if (std::memcmp(a.data() + texel * bytes, b.data() + texel * bytes, bytes) == 0) return 0;
  const auto decode = [&](const Bytes& from) {
    return lanewise::test::decode(one.format.order, one.format.type, from.data() + texel * bytes);
  };
  const auto x = decode(a), y = decode(b);
  double most = 0;
  for (size_t c = 0; c < 4; ++c) most = std::max(most, x[c] == y[c] ? 0 : std::fabs(x[c] - y[c]));
  return most;
}

/// A result as numbers.
std::string numbersOf(const Case& one, const Bytes& from, size_t item) {
  if (one.operation == Operation::Write) {
    std::string text;
    for (const double number : lanewise::test::decode(one.format.order, one.format.type,
                                                      from.data() + item * one.format.texelBytes))
      text += (text.empty() ? "(" : ", ") + std::to_string(number);
    return text + ")";
  }
  std::string text;
  const size_t components = one.isDepth() ? 1 : 4;
  for (size_t c = item * components; c < (item + 1) * components; ++c)
    text +=
        (text.empty() ? "(" : ", ") + (one.isInteger() ? std::to_string(numberAt<int32_t>(from, c))
                                                       : std::to_string(numberAt<float>(from, c)));
  return text + ")";
}

void compare(const Case& one, const Bytes& mine, const Bytes& other, bool bits,
             std::map<std::string, Counts>& kinds) {
  Counts& counts = kinds[one.describe()];
  if (mine.size() != other.size() || mine.empty()) {
    ++counts.missing;
    return;
  }
  const bool writes = one.operation == Operation::Write;
  const size_t count = writes ? one.texelCount() : kItems;
  // A step of the coarsest normalized format, of five bits; that of sRGB is smaller.
  const double tolerance = writes ? 1.01 / 31 : one.tolerance();
  for (size_t item = 0; item < count; ++item) {
    const Rule rule = bits ? Rule::Exact : one.ruleOf(writes ? 0 : item);
    const double difference =
        writes ? differenceOfTexels(one, mine, other, item) : differenceOf(one, mine, other, item);
    const bool isBitDifference =
        bits && difference == 0 && writes == false &&
        std::memcmp(mine.data() + item * mine.size() / count,
                    other.data() + item * mine.size() / count, mine.size() / count) != 0 &&
        one.isInteger();
    if (difference == 0 && !isBitDifference)
      ++counts.equal;
    else if (rule == Rule::Undefined)
      ++counts.undefined;
    else if (rule == Rule::Near && difference <= tolerance)
      ++counts.near;
    else if (counts.different++ == 0)
      std::printf(
          "%s: %s: %s, of the file %s\n", one.describe().c_str(),
          writes ? ("seed " + std::to_string(one.seed) + ", texel " + std::to_string(item)).c_str()
                 : one.describe(item).c_str(),
          numbersOf(one, mine, item).c_str(), numbersOf(one, other, item).c_str());
  }
}

std::string hexOf(const Bytes& bytes) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : bytes) text += {kDigits[byte >> 4], kDigits[byte & 15]};
  return text;
}

Bytes bytesOf(const std::string& text) {
  Bytes bytes;
  for (size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(static_cast<unsigned char>(std::stoi(text.substr(i, 2), nullptr, 16)));
  return bytes;
}

int run(uint64_t first, uint64_t count, const char* to, const char* against, bool bits) {
  Platform platform;
  std::ofstream out;
  std::ifstream in;
  if (to) out.open(to);
  if (against) in.open(against);
  std::map<std::string, Counts> kinds;
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const Case one(seed);
    const Bytes found = platform.run(one);
    if (to) out << seed << ' ' << hexOf(found) << '\n';
    if (!against) continue;
    std::string line;
    std::getline(in, line);
    const size_t space = line.find(' ');
    if (space == std::string::npos || line.substr(0, space) != std::to_string(seed))
      fail("the file has no results of seed " + std::to_string(seed));
    compare(one, found, bytesOf(line.substr(space + 1)), bits, kinds);
  }
  if (!against) return 0;
  Counts all;
  for (const auto& [name, counts] : kinds) {
    all.equal += counts.equal, all.near += counts.near, all.undefined += counts.undefined;
    all.different += counts.different, all.missing += counts.missing;
  }
  std::printf(
      "%zu results are equal, %zu nearly, %zu undefined ones differ, %zu defined ones differ; %zu cases are "
      "missing on a side\n",
      all.equal, all.near, all.undefined, all.different, all.missing);
  return all.different != 0;
}

}  // namespace
}  // namespace image_cases

int main(int count, char** words) {
  if (count < 3) image_cases::fail("image-cases FIRST COUNT [--to FILE] [--against FILE [--bits]]");
  const char *to = nullptr, *against = nullptr;
  bool bits = false;
  for (int i = 3; i < count; ++i) {
    if (std::string(words[i]) == "--to" && i + 1 < count) to = words[++i];
    if (std::string(words[i]) == "--against" && i + 1 < count) against = words[++i];
    if (std::string(words[i]) == "--bits") bits = true;
  }
  return image_cases::run(std::stoull(words[1]), std::stoull(words[2]), to, against, bits);
}
