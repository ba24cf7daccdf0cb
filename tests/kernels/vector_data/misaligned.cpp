// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL vectors at addresses that are multiples of their elements only: random strides from
// work-item to work-item and from row to row, offsets, widths and address spaces. The specification
// leaves them undefined. Programs for GPUs, which read those bytes, have them.

#include "device.h"
#include "tests/split_mix64.h"

#include <algorithm>
#include <numeric>

namespace kernels {
namespace {

using lanewise::test::SplitMix64;

constexpr int kColumns = 40, kRows = 3, kElements = 1 << 13;

// What one kernel accesses: the elements from `at(x, y)` on.
struct Place {
  int width, stride, rowStride, offset, form;

  int at(int x, int y) const {
    const int first = offset + y * rowStride;
    switch (form) {
      case 0:
      case 1:
      case 2: return first + x * stride;
      case 3: return first + (x ^ 1) * stride;
      case 4: return first + (x & 7) * stride + (x >> 3) * 8 * std::abs(stride);
      default: return first + x * 7 % kColumns * stride;
    }
  }
  // `n` is the stride and `t[x]` the column of form 5, as arguments of the kernel.
  std::string index() const {
    const std::string by = std::to_string(stride), first = std::to_string(offset) + " + y * " +
                                                           std::to_string(rowStride) + " + ";
    switch (form) {
      case 0: return first + "x * " + by;
      case 1: return first + "(int)get_global_id(0) * " + by;
      case 2: return first + "x * n";
      case 3: return first + "(x ^ 1) * " + by;
      case 4:
        return first + "(x & 7) * " + by + " + (x >> 3) * " + std::to_string(8 * std::abs(stride));
      default: return first + "t[x] * " + by;
    }
  }
};

Place randomPlace(SplitMix64& random, bool isStored) {
  constexpr int kWidths[] = {2, 3, 4, 8, 16};
  const auto pick = [&](int count) {
    return static_cast<int>(random() % static_cast<unsigned>(count));
  };
  Place place{};
  place.width = kWidths[pick(5)];
  const int strides[] = {1, 2, 3, place.width - 1, place.width, place.width + 1, 2 * place.width,
                         5};
  place.stride = std::max(1, strides[pick(8)]);
  // Two work-items must not write one element.
  if (isStored) place.stride = std::max(place.stride, place.width);
  place.form = pick(6);
  const int column = kColumns * place.stride + place.width;
  place.rowStride = isStored || pick(2) == 0 ? column + pick(3) : pick(2 * place.width);
  place.offset = pick(2 * place.width);
  if (place.form < 3 && pick(4) == 0) {
    place.offset += kColumns * place.stride;
    place.stride = -place.stride;
  }
  return place;
}

enum class Memory { Read, Written, Local, Private };

std::string kernelOf(const std::string& name, const std::string& type, const Place& place,
                     Memory memory) {
  const std::string vector = type + std::to_string(place.width);
  const std::string packed =
      "(" + std::to_string(kColumns) + " * y + x) * " + std::to_string(place.width);
  const std::string width = std::to_string(place.width);
  std::string body;
  switch (memory) {
    case Memory::Read:
      body = "vstore" + width + "(*(global " + vector + " *)(in + " + place.index() +
             "), 0, out + " + packed + ");";
      break;
    case Memory::Written:
      // A vector of three is stored as one of four by some, where a place of its own is not there.
      body = "*(global " + vector + " *)(out + " + place.index() + ") = vload" + width +
             "(0, in + " + packed + ");";
      break;
    case Memory::Local:
      body =
          "local " + type +
          " l[64 + 32]; int i = get_local_id(0); for (int k = i; k < 96; k += get_local_size(0)) "
          "l[k] = in[k]; barrier(CLK_LOCAL_MEM_FENCE); " +
          vector + " v = *(local " + vector + " *)(l + i + " + std::to_string(place.offset % 16) +
          "); vstore" + width + "(v, 0, out + " + packed + ");";
      break;
    case Memory::Private:
      body = type + " p[64]; for (int k = 0; k < 64; ++k) p[k] = in[x + k]; vstore" + width +
             "(*(" + vector + " *)(p + (t[x] + " + std::to_string(place.offset % 8) +
             ")), 0, out + " + packed + ");";
      break;
  }
  return "kernel void " + name + "(global " + type + " *in, global " + type +
         " *out, global const int *t, int n) { size_t x = get_global_id(0), y = get_global_id(1); " +
         body + " }\n";
}

template <typename T>
std::vector<T> expectedOf(const Place& place, Memory memory, const std::vector<T>& in,
                          size_t localSize) {
  std::vector<T> out(kElements);
  for (int y = 0; y < kRows; ++y)
    for (int x = 0; x < kColumns; ++x)
      for (int k = 0; k < place.width; ++k) {
        const auto packed = static_cast<size_t>((kColumns * y + x) * place.width + k);
        const auto at = static_cast<size_t>(place.at(x, y) + k);
        const int table = x * 7 % kColumns;
        switch (memory) {
          case Memory::Read: out[packed] = in[at]; break;
          case Memory::Written: out[at] = in[packed]; break;
          case Memory::Local:
            out[packed] =
                in[static_cast<size_t>(x) % localSize + static_cast<size_t>(place.offset % 16 + k)];
            break;
          case Memory::Private:
            out[packed] = in[static_cast<size_t>(x + table + place.offset % 8 + k)];
            break;
        }
      }
  return out;
}

template <typename T>
void expectBytesOfPlaces(const std::string& type, Memory memory) {
  constexpr int kKernels = 16;
  SplitMix64 random(7 * sizeof(T) + static_cast<unsigned>(memory));
  std::vector<Place> places;
  std::string source = type == "double" ? "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n" : "";
  for (int i = 0; i < kKernels; ++i) {
    Place place = randomPlace(random, memory == Memory::Written);
    if (memory == Memory::Written && place.width == 3) place.width = 2;
    places.push_back(place);
    source += kernelOf("k" + std::to_string(i), type, place, memory);
  }
  cl_program program = TestDevice::get().sourceProgram(source, "-w");
  ASSERT_NE(program, nullptr) << source;
  std::vector<T> in(kElements);
  std::iota(in.begin(), in.end(), T{1});
  std::vector<cl_int> table(kColumns);
  for (int x = 0; x < kColumns; ++x) table[static_cast<size_t>(x)] = x * 7 % kColumns;
  const Buffer<T> inBuffer(in);
  const Buffer<cl_int> tableBuffer(table);
  for (int i = 0; i < kKernels; ++i) {
    const Place& place = places[static_cast<size_t>(i)];
    const std::string name = "k" + std::to_string(i);
    SCOPED_TRACE(kernelOf(name, type, place, memory));
    for (const size_t localSize : {size_t{kColumns}, size_t{20}, size_t{8}}) {
      const Buffer<T> out(kElements);
      KernelCall(program, "misaligned", name)
          .add(inBuffer)
          .add(out)
          .add(tableBuffer)
          .add(cl_int{place.stride})
          .run(range2({kColumns, kRows}, {localSize, 1}));
      ASSERT_EQ(out.read(), expectedOf(place, memory, in, localSize));
    }
  }
}

template <typename T>
void expectBytes(const std::string& type) {
  for (const Memory memory : {Memory::Read, Memory::Written, Memory::Local, Memory::Private})
    expectBytesOfPlaces<T>(type, memory);
}

TEST(MisalignedVectors, OfBytesHaveTheBytesAtTheirAddress) { expectBytes<cl_char>("char"); }
TEST(MisalignedVectors, OfShortsHaveTheBytesAtTheirAddress) { expectBytes<cl_short>("short"); }
TEST(MisalignedVectors, OfFloatsHaveTheBytesAtTheirAddress) { expectBytes<cl_float>("float"); }
TEST(MisalignedVectors, OfLongsHaveTheBytesAtTheirAddress) { expectBytes<cl_long>("long"); }
TEST(MisalignedVectors, OfDoublesHaveTheBytesAtTheirAddress) { expectBytes<cl_double>("double"); }

// A convolution whose rows are as many floats apart as there are work-items: sums of products of
// vectors in a loop.
TEST(MisalignedVectors, InSumsOfProducts) {
  constexpr int kTaps = 8, kWidth = 48, kHeight = 5, kPerRow = kTaps - 1 + kHeight;
  cl_program program = TestDevice::get().sourceProgram(
      "kernel void convolve(global char *data, global char *taps, global char *out, ulong element, ulong row, int count) {\n"
      "  int x = get_global_id(0), y = get_global_id(1);\n"
      "  global float4 *s = (global float4 *)(data + x * row + y * element), *c = (global float4 *)(taps + x * 4 * count);\n"
      "  float sum = 0;\n"
      "  for (int k = 0; k < count / 4; ++k) sum += s[k].x * c[k].x + s[k].y * c[k].y + s[k].z * c[k].z + s[k].w * c[k].w;\n"
      "  ((global float *)out)[y * get_global_size(0) + x] = sum; }\n",
      "");
  ASSERT_NE(program, nullptr);
  std::vector<cl_float> data(kPerRow * kWidth), taps(kTaps * kWidth), expected(kWidth * kHeight);
  for (size_t i = 0; i < data.size(); ++i) data[i] = static_cast<float>(i % 31);
  for (size_t i = 0; i < taps.size(); ++i) taps[i] = static_cast<float>(i % 5);
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x)
      for (int k = 0; k < kTaps; ++k)
        expected[static_cast<size_t>(y * kWidth + x)] +=
            data[static_cast<size_t>(x * kPerRow + y + k)] *
            taps[static_cast<size_t>(x * kTaps + k)];
  const Buffer<cl_float> dataBuffer(data), tapsBuffer(taps), out(kWidth * kHeight);
  KernelCall(program, "misaligned", "convolve")
      .add(dataBuffer)
      .add(tapsBuffer)
      .add(out)
      .add(cl_ulong{4})
      .add(cl_ulong{4 * kPerRow})
      .add(cl_int{kTaps})
      .run(range2({kWidth, kHeight}, {16, 1}));
  EXPECT_EQ(out.read(), expected);
}

}  // namespace
}  // namespace kernels
