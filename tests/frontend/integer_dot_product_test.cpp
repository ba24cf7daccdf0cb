// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_khr_integer_dot_product: every function for every pair of signs, compared with 64-bit
// arithmetic.
#include "tests/frontend/source_fixture.h"

#include <array>
#include <bit>
#include <limits>

namespace lanewise::test {
namespace {

constexpr char kSource[] = R"(
typedef struct { uint a, b; int acc; } Item;
#define BOTH(form, A, B, result)                                            \
  { const A a = as_##A(a0); const B b = as_##B(b0);                         \
    out[8 * i + 2 * form] = (int)dot(a, b);                                 \
    out[8 * i + 2 * form + 1] = (int)dot_acc_sat(a, b, (result)acc); }
#define PACKED(form, signs, result)                                         \
  { out[8 * i + 2 * form] = (int)dot_4x8packed_##signs##_##result(a0, b0);  \
    out[8 * i + 2 * form + 1] =                                             \
        (int)dot_acc_sat_4x8packed_##signs##_##result(a0, b0, (result)acc); }
kernel void k(global uint* data) {
  global int* out = (global int*)data + 3 * COUNT;
  for (uint i = 0; i < COUNT; ++i) {
    const uint a0 = data[3 * i], b0 = data[3 * i + 1];
    const int acc = (int)data[3 * i + 2];
    FORMS
  }
}
)";
constexpr char kVectors[] =
    " -DFORMS=\"BOTH(0,char4,char4,int)BOTH(1,uchar4,uchar4,uint)"
    "BOTH(2,char4,uchar4,int)BOTH(3,uchar4,char4,int)\"";
constexpr char kPacked[] =
    " -DFORMS=\"PACKED(0,ss,int)PACKED(1,uu,uint)PACKED(2,su,int)PACKED(3,us,int)\"";

// Bytes and accumulators near both ends of their ranges.
std::vector<cl_uint> inputs() {
  std::vector<cl_uint> items;
  const cl_uint words[] = {0,          0x80808080, 0x7f7f7f7f, 0xffffffff,
                           0x01020304, 0x80ff7f01, 0xdeadbeef};
  const cl_uint accumulators[] = {0, 1, 0x7fffffff, 0x80000000, 0xffffffff, 0x7fff0000, 0x80010000};
  for (const cl_uint a : words)
    for (const cl_uint b : words)
      for (const cl_uint acc : accumulators) items.insert(items.end(), {a, b, acc});
  return items;
}

std::int64_t byteOf(cl_uint word, int index, bool isSigned) {
  const auto byte = static_cast<std::uint8_t>(word >> (8 * index));
  return isSigned ? static_cast<std::int8_t>(byte) : byte;
}
std::int64_t dotOf(cl_uint a, cl_uint b, bool aSigned, bool bSigned) {
  std::int64_t sum = 0;
  for (int i = 0; i < 4; ++i) sum += byteOf(a, i, aSigned) * byteOf(b, i, bSigned);
  return sum;
}
cl_int saturated(std::int64_t sum, bool isSigned) {
  if (isSigned)
    return static_cast<cl_int>(std::clamp<std::int64_t>(sum, std::numeric_limits<cl_int>::min(),
                                                        std::numeric_limits<cl_int>::max()));
  return std::bit_cast<cl_int>(
      static_cast<cl_uint>(std::clamp<std::int64_t>(sum, 0, std::numeric_limits<cl_uint>::max())));
}

struct IntegerDotProductTest : SourceProgramTest, ::testing::WithParamInterface<const char*> {};

TEST_P(IntegerDotProductTest, EveryPairOfSignsWithAndWithoutAnAccumulator) {
  const std::vector<cl_uint> items = inputs();
  const size_t count = items.size() / 3;
  Program program = built(kSource, "-cl-std=CL3.0 -DCOUNT=" + std::to_string(count) + GetParam());
  std::vector<cl_uint> data(items);
  data.resize(11 * count);
  Buffer buffer = makeBuffer(data.size() * 4, CL_MEM_COPY_HOST_PTR, data.data());
  Kernel kernel = kernelOf(program);
  ASSERT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), buffer.array()), CL_SUCCESS);
  const size_t one = 1;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue(), kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clEnqueueReadBuffer(queue(), buffer, CL_TRUE, 0, data.size() * 4, data.data(), 0,
                                nullptr, nullptr),
            CL_SUCCESS);
  constexpr std::array<std::pair<bool, bool>, 4> kSigns = {
      {{true, true}, {false, false}, {true, false}, {false, true}}};
  for (size_t i = 0; i < count; ++i)
    for (size_t form = 0; form < kSigns.size(); ++form) {
      const auto [aSigned, bSigned] = kSigns[form];
      const cl_uint a = items[3 * i], b = items[3 * i + 1], acc = items[3 * i + 2];
      const std::int64_t sum = dotOf(a, b, aSigned, bSigned);
      const bool isSigned = aSigned || bSigned;
      const std::int64_t start = isSigned ? std::int64_t{std::bit_cast<cl_int>(acc)} : acc;
      const cl_uint* got = &data[3 * count + 8 * i + 2 * form];
      ASSERT_EQ(std::bit_cast<cl_int>(got[0]), static_cast<cl_int>(sum))
          << std::hex << a << " . " << b << ", form " << form;
      ASSERT_EQ(std::bit_cast<cl_int>(got[1]), saturated(sum + start, isSigned))
          << std::hex << a << " . " << b << " + " << acc << ", form " << form;
    }
}
INSTANTIATE_TEST_SUITE_P(Forms, IntegerDotProductTest, ::testing::Values(kVectors, kPacked));

}  // namespace
}  // namespace lanewise::test
