// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cl_ext_float_atomics: each operation on half, float and double in global and in local memory,
// with the values that are special; sums and extrema of many work-items at one address and at
// several.
#include "device.h"

#include <bit>
#include <cmath>
#include <limits>

namespace kernels {
namespace {

template <typename T>
struct Format;
template <>
struct Format<_Float16> {
  using Bits = cl_ushort;
  static constexpr const char* kName = "half";
  static constexpr int kManyTimes = 4;  // 4 * 512 is exact
};
template <>
struct Format<float> {
  using Bits = cl_uint;
  static constexpr const char* kName = "float";
  static constexpr int kManyTimes = 64;
};
template <>
struct Format<double> {
  using Bits = cl_ulong;
  static constexpr const char* kName = "double";
  static constexpr int kManyTimes = 64;
};

constexpr const char* kSource = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define ATOMIC2(type) atomic_##type
#define ATOMIC1(type) ATOMIC2(type)
#define ATOMIC ATOMIC1(TYPE)

// Operation `which` on a cell: the old value.
#define OPERATIONS(name, space)                                                                   \
  TYPE name(volatile space ATOMIC* cell, TYPE x, int which) {                                     \
    switch (which) {                                                                              \
      case 0: return atomic_fetch_add(cell, x);                                                   \
      case 1: return atomic_fetch_sub(cell, x);                                                   \
      case 2: return atomic_fetch_min(cell, x);                                                   \
      case 3: return atomic_fetch_max(cell, x);                                                   \
      case 4: return atomic_exchange(cell, x);                                                    \
      case 5: { TYPE old = atomic_load(cell); atomic_store(cell, x); return old; }                \
      case 6: return atomic_fetch_add_explicit(cell, x, memory_order_relaxed);                    \
      case 7: return atomic_fetch_sub_explicit(cell, x, memory_order_acq_rel, memory_scope_device); \
      case 8: return atomic_fetch_min_explicit(cell, x, memory_order_release);                    \
      case 9: return atomic_fetch_max_explicit(cell, x, memory_order_seq_cst, memory_scope_work_group); \
      case 10: return atomic_exchange_explicit(cell, x, memory_order_acquire, memory_scope_all_svm_devices); \
      default: {                                                                                  \
        TYPE old = atomic_load_explicit(cell, memory_order_acquire);                              \
        atomic_store_explicit(cell, x, memory_order_release, memory_scope_device);                \
        return old;                                                                               \
      }                                                                                           \
    }                                                                                             \
  }
OPERATIONS(onGlobal, global)
OPERATIONS(onLocal, local)
OPERATIONS(onGeneric, )

// Which zero an extremum is, and which NaN a result is, depends on the number of lanes.
TYPE plain(TYPE x, int which) {
  const bool isExtremum = which % 6 == 2 || which % 6 == 3;
  return x != x ? (TYPE)NAN : isExtremum && x == 0 ? (TYPE)0 : x;
}

kernel void one_global(global TYPE* cells, global const TYPE* x, global TYPE* old, int which) {
  const int i = get_global_id(0);
  old[i] = onGlobal((global ATOMIC*)cells + i, x[i], which);
  cells[i] = plain(cells[i], which);
}
kernel void one_generic(global TYPE* cells, global const TYPE* x, global TYPE* old, int which) {
  const int i = get_global_id(0);
  old[i] = onGeneric((ATOMIC*)(cells + i), x[i], which);
  cells[i] = plain(cells[i], which);
}
kernel void one_local(global TYPE* cells, global const TYPE* x, global TYPE* old, int which) {
  local ATOMIC scratch[1024];
  const int i = get_global_id(0), lid = get_local_id(0);
  atomic_store(scratch + lid, cells[i]);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  old[i] = onLocal(scratch + lid, x[i], which);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  cells[i] = plain(atomic_load_explicit(scratch + lid, memory_order_relaxed), which);
}

// Results: a sum, a difference, a minimum and a maximum at one address, then sums of each residue.
kernel void many(global ATOMIC* out, global const TYPE* x, int residues) {
  local ATOMIC group[4], sums[16];
  const int i = get_global_id(0), lid = get_local_id(0);
  if (lid < 4) atomic_store(&group[lid], (TYPE)0);
  if (lid < 16) atomic_store(&sums[lid], (TYPE)0);
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (i % 3 != 1) {
    atomic_fetch_add_explicit(&group[0], x[i], memory_order_relaxed);
    atomic_fetch_sub_explicit(&group[1], x[i], memory_order_relaxed);
    atomic_fetch_min_explicit(&group[2], x[i], memory_order_relaxed);
    atomic_fetch_max_explicit(&group[3], x[i], memory_order_relaxed);
    atomic_fetch_add_explicit(&sums[i % residues], x[i], memory_order_relaxed);
    atomic_fetch_add_explicit(&out[0], x[i], memory_order_relaxed);
    atomic_fetch_sub_explicit(&out[1], x[i], memory_order_relaxed);
    atomic_fetch_min_explicit(&out[2], x[i], memory_order_relaxed);
    atomic_fetch_max_explicit(&out[3], x[i], memory_order_relaxed);
    atomic_fetch_add_explicit(&out[4 + i % residues], x[i], memory_order_relaxed);
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    atomic_fetch_add(&out[20], atomic_load(&group[0]));
    atomic_fetch_add(&out[21], atomic_load(&group[1]));
    atomic_fetch_min(&out[22], atomic_load(&group[2]));
    atomic_fetch_max(&out[23], atomic_load(&group[3]));
  }
  if (lid < residues) atomic_fetch_add(&out[24 + lid], atomic_load(&sums[lid]));
}
)";

template <typename T>
cl_program program() {
  return TestDevice::get().sourceProgram(kSource,
                                         std::string("-cl-std=CL3.0 -DTYPE=") + Format<T>::kName);
}

template <typename T>
bool isNan(T x) {
  return x != x;
}

/// Some NaN is as good as another one, and so are the zeros of an extremum.
template <typename T>
bool isLegal(T is, T should, bool anyZero) {
  if (isNan(should)) return isNan(is);
  if (anyZero && should == T(0)) return is == T(0);
  using Bits = typename Format<T>::Bits;
  return std::bit_cast<Bits>(is) == std::bit_cast<Bits>(should);
}

template <typename T>
T after(int which, T old, T x) {
  switch (which % 6) {
    case 0: return static_cast<T>(old + x);
    case 1: return static_cast<T>(old - x);
    case 2: return isNan(old) || x < old ? x : old;
    case 3: return isNan(old) || old < x ? x : old;
    default: return x;
  }
}

template <typename T>
class FloatAtomics : public testing::Test {
 protected:
  static std::vector<T> specialValues() {
    using Limits = std::numeric_limits<float>;
    const T least = std::bit_cast<T>(typename Format<T>::Bits{1});
    return {T(0),
            T(-0.0f),
            T(1),
            T(-1.5f),
            least,
            -least,
            T(Limits::infinity()),
            T(-Limits::infinity()),
            T(Limits::quiet_NaN()),
            T(1000),
            T(0.0625f)};
  }

  void expectOperations(const std::string& kernel) {
    std::vector<T> cells, operands;
    for (T old : specialValues())
      for (T x : specialValues()) cells.push_back(old), operands.push_back(x);
    for (int which = 0; which < 12; ++which) {
      Buffer<T> cell(cells), x(operands), old(cells.size());
      KernelCall(program<T>(), "float atomics", kernel)
          .add(cell)
          .add(x)
          .add(old)
          .add(cl_int{which})
          .run(range1(cells.size(), 11));
      const std::vector<T> left = cell.read(), returned = old.read();
      const bool isExtremum = which % 6 == 2 || which % 6 == 3;
      for (size_t i = 0; i < cells.size(); ++i) {
        const T expected =
            isNan(operands[i]) && isExtremum ? cells[i] : after(which, cells[i], operands[i]);
        EXPECT_TRUE(isLegal(returned[i], cells[i], false)) << kernel << " operation " << which;
        EXPECT_TRUE(isLegal(left[i], expected, isExtremum))
            << kernel << " operation " << which << ": " << double(cells[i]) << " and "
            << double(operands[i]) << " give " << double(left[i]) << " not " << double(expected);
      }
      if (testing::Test::HasFailure()) return;
    }
  }
};

using Formats = testing::Types<_Float16, float, double>;
class FormatNames {
 public:
  template <typename T>
  static std::string GetName(int) {
    return Format<T>::kName;
  }
};
TYPED_TEST_SUITE(FloatAtomics, Formats, FormatNames);

TYPED_TEST(FloatAtomics, Global) { this->expectOperations("one_global"); }
TYPED_TEST(FloatAtomics, Local) { this->expectOperations("one_local"); }
TYPED_TEST(FloatAtomics, Generic) { this->expectOperations("one_generic"); }

// Small integers, whose sums are exact in every order.
TYPED_TEST(FloatAtomics, OfManyWorkItems) {
  using T = TypeParam;
  constexpr int kGroup = 48, kItems = kGroup * Format<T>::kManyTimes, kResidues = 7;
  std::vector<T> values(kItems), expected(40, T(0));
  for (int i = 0; i < kItems; ++i) values[i] = T(static_cast<float>(i * 37 % 15 - 6));
  for (int i = 0; i < kItems; ++i)
    if (i % 3 != 1)
      for (int base : {0, 20}) {
        expected[base] += values[i];
        expected[base + 1] -= values[i];
        expected[base + 2] = std::min(expected[base + 2], values[i]);
        expected[base + 3] = std::max(expected[base + 3], values[i]);
        expected[base + 4 + i % kResidues] += values[i];
      }
  Buffer<T> out(40), x(values);
  KernelCall(program<T>(), "float atomics", "many")
      .add(out)
      .add(x)
      .add(cl_int{kResidues})
      .run(range1(kItems, kGroup));
  const std::vector<T> is = out.read();
  for (size_t i = 0; i < is.size(); ++i) EXPECT_EQ(double(is[i]), double(expected[i])) << i;
}

}  // namespace
}  // namespace kernels
