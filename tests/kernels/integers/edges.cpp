// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division by zero, the smallest number divided by -1, shifts by more than the width, overflow: no
// trap, and the specified result where there is one.

#include "device.h"

#include <limits>

namespace kernels {
namespace {

template <typename T>
struct Pairs {
  std::vector<T> a, b;
};

template <typename T>
Pairs<T> edgePairs() {
  const T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
  const T values[] = {0, 1, 2, 7, static_cast<T>(-1), static_cast<T>(-7), low, high};
  Pairs<T> pairs;
  for (const T a : values)
    for (const T b : values) pairs.a.push_back(a), pairs.b.push_back(b);
  return pairs;
}

/// True if the specification defines the quotient.
template <typename T>
bool divides(T a, T b) {
  return b != 0 && !(std::is_signed_v<T> && a == std::numeric_limits<T>::min() && b == T(-1));
}

template <typename T>
void expectQuotient(T a, T b, T quotient, T remainder) {
  if (!divides(a, b)) return;  // any value is valid
  EXPECT_EQ(quotient, static_cast<T>(a / b)) << +a << " / " << +b;
  EXPECT_EQ(remainder, static_cast<T>(a % b)) << +a << " % " << +b;
}

template <typename T>
void expectShift(T a, T b, T left, T right) {
  // The amount is taken modulo the width of the (promoted, for scalars equally wide) operand.
  const auto amount = static_cast<unsigned>(b) & (sizeof(T) * 8 - 1);
  using U = std::make_unsigned_t<T>;
  EXPECT_EQ(left, static_cast<T>(static_cast<cl_ulong>(static_cast<U>(a)) << amount))
      << +a << " << " << +b;
  EXPECT_EQ(right, static_cast<T>(a >> amount)) << +a << " >> " << +b;
}

template <typename T, typename Expect>
void expectPairs(const std::string& type, const std::string& operation, Expect expect) {
  const auto [a, b] = edgePairs<T>();
  Buffer<T> aBuffer(a), bBuffer(b), out(2 * a.size());
  run("integers/edges", operation + "_" + type, range1(a.size()), aBuffer, bBuffer, out);
  std::vector<T> got = out.read();
  for (size_t i = 0; i < a.size(); ++i) expect(a[i], b[i], got[2 * i], got[2 * i + 1]);
  run("integers/edges", operation + "4_" + type, range1(a.size() / 4), aBuffer, bBuffer, out);
  got = out.read();
  for (size_t i = 0; i < a.size(); ++i)
    expect(a[i], b[i], got[i / 4 * 8 + i % 4], got[i / 4 * 8 + 4 + i % 4]);
}

template <typename T>
void expectWrapping(const std::string& type) {
  const auto [a, b] = edgePairs<T>();
  Buffer<T> aBuffer(a), bBuffer(b), out(3 * a.size());
  run("integers/edges", "wrap_" + type, range1(a.size()), aBuffer, bBuffer, out);
  const std::vector<T> got = out.read();
  for (size_t i = 0; i < a.size(); ++i) {
    const auto wideA = static_cast<cl_ulong>(a[i]), wideB = static_cast<cl_ulong>(b[i]);
    EXPECT_EQ(got[3 * i], static_cast<T>(wideA + wideB)) << +a[i] << " + " << +b[i];
    EXPECT_EQ(got[3 * i + 1], static_cast<T>(wideA * wideB)) << +a[i] << " * " << +b[i];
    EXPECT_EQ(got[3 * i + 2], static_cast<T>(-wideA)) << "-" << +a[i];
  }
}

#define INTEGER_TESTS(Name, type)                                       \
  TEST(IntegerEdges, Division##Name) {                                  \
    expectPairs<cl_##type>(#type, "divide", expectQuotient<cl_##type>); \
  }                                                                     \
  TEST(IntegerEdges, Wrapping##Name) { expectWrapping<cl_##type>(#type); }
INTEGER_TESTS(Char, char)
INTEGER_TESTS(UnsignedChar, uchar)
INTEGER_TESTS(Short, short)
INTEGER_TESTS(UnsignedShort, ushort)
INTEGER_TESTS(Int, int)
INTEGER_TESTS(UnsignedInt, uint)
INTEGER_TESTS(Long, long)
INTEGER_TESTS(UnsignedLong, ulong)

TEST(IntegerEdges, ShiftsOfInt) { expectPairs<cl_int>("int", "shift", expectShift<cl_int>); }
TEST(IntegerEdges, ShiftsOfUnsignedInt) {
  expectPairs<cl_uint>("uint", "shift", expectShift<cl_uint>);
}
TEST(IntegerEdges, ShiftsOfLong) { expectPairs<cl_long>("long", "shift", expectShift<cl_long>); }
TEST(IntegerEdges, ShiftsOfUnsignedLong) {
  expectPairs<cl_ulong>("ulong", "shift", expectShift<cl_ulong>);
}

// Scalars of fewer than 32 bits are promoted to int, vectors are not.
template <typename T>
void expectNarrowVectorShifts(const std::string& type) {
  const auto [a, b] = edgePairs<T>();
  Buffer<T> aBuffer(a), bBuffer(b), out(2 * a.size());
  run("integers/edges", "shift4_" + type, range1(a.size() / 4), aBuffer, bBuffer, out);
  const std::vector<T> got = out.read();
  for (size_t i = 0; i < a.size(); ++i)
    expectShift(a[i], b[i], got[i / 4 * 8 + i % 4], got[i / 4 * 8 + 4 + i % 4]);
}
TEST(IntegerEdges, ShiftsOfChar4) { expectNarrowVectorShifts<cl_char>("char"); }
TEST(IntegerEdges, ShiftsOfUnsignedChar4) { expectNarrowVectorShifts<cl_uchar>("uchar"); }
TEST(IntegerEdges, ShiftsOfShort4) { expectNarrowVectorShifts<cl_short>("short"); }
TEST(IntegerEdges, ShiftsOfUnsignedShort4) { expectNarrowVectorShifts<cl_ushort>("ushort"); }

}  // namespace
}  // namespace kernels
