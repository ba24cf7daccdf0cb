// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What operations make of steps: that it is known at all (the tests by name), and that it is true
// of numbers (StepOfNumbers).
#include "compiler/analysis/step.h"

#include <array>
#include <bit>
#include <functional>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace lanewise {
namespace {

constexpr unsigned kItems = 8;

Step globalId() {
  Step step = Step::strided(1, kNeverWraps);
  step.isId = true;
  return step;
}

Step localId() {
  Step step = globalId();
  step.isAligned = true;
  return step;
}

// A phi of one value took its low stride, and had no value of item 0 when it was written.
TEST(Step, ChoiceOfOneValueHasNoLowStride) {
  EXPECT_EQ(join(Step{}, Step::lowStrided(4)), Step::varying());
  EXPECT_EQ(join(Step::lowStrided(4), Step{}), Step::varying());
}

TEST(Step, JoinIsTheLeastUpperBound) {
  const Step id = localId(), two = Step::strided(2, kNeverWraps);
  EXPECT_EQ(join({}, id), id);
  EXPECT_EQ(join(id, {}), id);
  EXPECT_EQ(join(id, id), id);
  EXPECT_EQ(join(id, two), Step::varying());
  EXPECT_EQ(join(Step::uniform(), id), Step::varying());
  EXPECT_EQ(join(id, Step::varying()), Step::varying());
}

TEST(Step, JoinKeepsWhatBothHave) {
  const Step joined = join(localId(), Step::strided(1, {.asSigned = true}));
  EXPECT_EQ(joined, Step::strided(1, {.asSigned = true}));
}

TEST(Step, NothingIsKnownBeforeBothOperandsAre) {
  EXPECT_EQ(plus({}, localId(), kMayWrap), Step{});
  EXPECT_EQ(times({}, 2, kMayWrap), Step{});
  EXPECT_EQ(plus({}, Step::varying(), kMayWrap), Step::varying());
}

TEST(Step, SumsAndDifferences) {
  const Step two = Step::strided(2, kNeverWraps);
  EXPECT_EQ(plus(localId(), two, kNeverWraps), Step::strided(3, kNeverWraps));
  EXPECT_EQ(plus(localId(), two, kMayWrap), Step::strided(3, kMayWrap));
  EXPECT_EQ(minus(two, two, kNeverWraps), Step::uniform());
  EXPECT_EQ(disjointOr(two, Step::uniform()), two);
}

TEST(Step, ProductsWithNumbers) {
  EXPECT_EQ(times(localId(), 12, kNeverWraps), Step::strided(12, kNeverWraps));
  EXPECT_EQ(times(localId(), std::nullopt, kNeverWraps), Step::varying());
  EXPECT_EQ(times(Step::strided(INT64_MAX, kMayWrap), 2, kMayWrap), Step::varying());
  EXPECT_EQ(shifted(localId(), 3, kMayWrap), Step::strided(8, kMayWrap));
  EXPECT_EQ(shifted(localId(), 64, kMayWrap), Step::varying());
}

TEST(Step, LowBitsOfWhatMayWrap) {
  const Step extended = signExtended(Step::strided(4, kMayWrap), 32);
  EXPECT_EQ(extended, Step::lowStrided(4));
  EXPECT_EQ(plus(extended, Step::strided(1, kMayWrap), kMayWrap), Step::lowStrided(5));
  EXPECT_EQ(times(extended, 3, kMayWrap), Step::lowStrided(12));
  EXPECT_EQ(truncated(extended, 32), Step::strided(4, kMayWrap));
  EXPECT_EQ(disjointOr(extended, Step::uniform()), Step::varying());
  EXPECT_EQ(signExtended(Step::strided(4, kMayWrap), 16), Step::varying());
}

TEST(Step, IdsFitIn32Bits) {
  EXPECT_EQ(signExtended(truncated(globalId(), 32), 32), Step::strided(1, {.asSigned = true}));
  EXPECT_EQ(zeroExtended(truncated(globalId(), 32), 32, false), Step::strided(1, kNeverWraps));
  EXPECT_EQ(masked(globalId(), 0xffffffff, kItems), Step::strided(1, kNeverWraps));
  EXPECT_EQ(truncated(globalId(), 16), Step::strided(1, kMayWrap));
}

TEST(Step, ANaturalNumberIsExtendedEitherWay) {
  const Step fits = Step::strided(4, {.asSigned = true});
  EXPECT_EQ(zeroExtended(fits, 32, true), fits);
  EXPECT_EQ(zeroExtended(fits, 32, false), Step::lowStrided(4));
}

TEST(Step, RowsAndColumnsOfAlignedIds) {
  EXPECT_EQ(remainder(localId(), 16, kItems), localId());
  EXPECT_EQ(masked(localId(), 15, kItems), localId());
  EXPECT_EQ(quotient(localId(), 16, kItems), Step::uniform());
  EXPECT_EQ(quotient(localId(), 4, kItems), Step::varying());
  EXPECT_EQ(remainder(localId(), 12, kItems), Step::varying());
  EXPECT_EQ(quotient(globalId(), 16, kItems), Step::varying());
}

TEST(Step, AddressesOfElements) {
  const Step array = Step::uniform();
  EXPECT_EQ(addressed(array, localId(), 64, 4), Step::strided(4, kNeverWraps));
  EXPECT_EQ(addressed(Step::strided(8, kNeverWraps), localId(), 64, 4),
            Step::strided(12, kNeverWraps));
  EXPECT_EQ(addressed(array, Step::strided(1, kMayWrap), 64, 4), Step::strided(4, kNeverWraps));
  EXPECT_EQ(addressed(array, Step::strided(1, kMayWrap), 32, 4), Step::varying());
  EXPECT_EQ(addressed(array, Step{}, 64, 4), Step{});
}

// The numbers of all items, of 32 or 64 bits.
struct Numbers {
  unsigned bits;
  std::array<uint64_t, kItems> items;
};

int64_t asSigned(uint64_t number, unsigned bits) {
  return static_cast<int64_t>(number << (64 - bits)) >> (64 - bits);
}
uint64_t asUnsigned(uint64_t number, unsigned bits) { return number << (64 - bits) >> (64 - bits); }

Numbers each(const Numbers& numbers, unsigned bits, const std::function<uint64_t(uint64_t)>& make) {
  Numbers result{bits, {}};
  for (unsigned i = 0; i < kItems; ++i) result.items[i] = asUnsigned(make(numbers.items[i]), bits);
  return result;
}

// As which numbers every item is `stride` more than the one before it.
NoWrap noWrapOf(const Numbers& numbers, int64_t stride, unsigned live = kItems) {
  NoWrap result = kNeverWraps;
  for (unsigned i = 1; i < live; ++i) {
    const uint64_t before = numbers.items[i - 1], item = numbers.items[i];
    int64_t sum = 0;
    result.asSigned &= !__builtin_add_overflow(asSigned(before, numbers.bits), stride, &sum) &&
                       sum == asSigned(item, numbers.bits);
    result.asUnsigned &= stride < 0 ? item < before : stride == 0 || item > before;
  }
  return result;
}

// Which of `nsw` and `nuw` hold for an operation on the first items.
NoWrap promisesOf(const Numbers& left, const Numbers& right, unsigned live,
                  __int128 (*operation)(__int128 left, __int128 right)) {
  NoWrap result = kNeverWraps;
  for (unsigned i = 0; i < live; ++i) {
    const auto fits = [&](auto number) {
      const __int128 exact =
          operation(number(left.items[i], left.bits), number(right.items[i], left.bits));
      return exact == number(static_cast<uint64_t>(exact), left.bits);
    };
    result.asSigned &= fits(asSigned);
    result.asUnsigned &= fits(asUnsigned);
  }
  return result;
}

// What the step says and the numbers are not; empty if it is true. What it says about wrapping, it
// says about the first `live` items.
std::string contradiction(const Step& step, const Numbers& numbers, unsigned live) {
  for (unsigned i = 1; i < kItems; ++i) {
    const uint64_t apart = numbers.items[i] - numbers.items[0];
    const auto strideTimes = [&](int64_t stride) { return static_cast<uint64_t>(stride) * i; };
    if (step.isKnown() && asUnsigned(apart - strideTimes(step.stride), numbers.bits) != 0)
      return "item " + std::to_string(i) + " is not as far away";
    if (step.lowStride && static_cast<uint32_t>(apart - strideTimes(*step.lowStride)) != 0)
      return "the low bits of item " + std::to_string(i) + " are not as far away";
  }
  if (!step.isKnown()) return "";
  const NoWrap noWrap = noWrapOf(numbers, step.stride, live);
  if (step.noWrap.asSigned && !noWrap.asSigned) return "wraps as a signed number";
  if (step.noWrap.asUnsigned && !noWrap.asUnsigned) return "wraps as an unsigned number";
  if (step.isAligned && numbers.items[0] % kItems != 0) return "is not aligned";
  return "";
}

struct Case {
  Step step;
  Numbers numbers;
};

class StepOfNumbers : public testing::Test {
 protected:
  int64_t any(std::initializer_list<int64_t> among) {
    return among.begin()[random_() % among.size()];
  }

  // Some near the limits of 32 and 64 bits.
  Case someNumbers(unsigned bits) {
    const int64_t stride = any({0, 1, 2, 5, 16, 1000, -1, -4});
    const int64_t near =
        any({0, 100, INT32_MAX, INT32_MIN, UINT32_MAX, INT64_MAX, INT64_MIN, -100});
    const auto base = static_cast<uint64_t>(near) + static_cast<uint64_t>(any({-40, -7, 0, 1, 33}));
    Case made{{}, {bits, {}}};
    for (unsigned i = 0; i < kItems; ++i)
      made.numbers.items[i] = asUnsigned(base + static_cast<uint64_t>(stride) * i, bits);
    made.step = Step::strided(stride, noWrapOf(made.numbers, stride));
    return made;
  }

  // Ids of a vector that begins anywhere, or at a multiple of the items.
  Case someIds() {
    const bool isAligned = any({0, 1}) != 0;
    const auto base = static_cast<uint64_t>(isAligned ? any({0, 8, 16, 40, 1024})
                                                      : any({0, 3, INT32_MAX - 20, 1L << 31}));
    Case made{isAligned ? localId() : globalId(), {64, {}}};
    for (unsigned i = 0; i < kItems; ++i) made.numbers.items[i] = base + i;
    return made;
  }

  void check(const Step& step, const Numbers& numbers, const char* operation,
             unsigned live = kItems) {
    EXPECT_EQ(contradiction(step, numbers, live), "")
        << operation << ": step " << step.stride << ", first item " << numbers.items[0];
  }

  // All that is made of one value.
  void checkOperationsOn(const Case& value) {
    const auto [step, numbers] = value;
    const unsigned bits = numbers.bits;
    const int64_t factor = any({1, 2, 3, 8, -1, -7, 1 << 20});
    const auto live = static_cast<unsigned>(any({1, 2, 3, kItems}));
    const Numbers factors = each(numbers, bits, [&](uint64_t) { return factor; });
    // Of unsigned numbers it may be more than 2^127: a negative number, which none of them is.
    const auto product = [](__int128 left, __int128 right) {
      return static_cast<__int128>(static_cast<unsigned __int128>(left) *
                                   static_cast<unsigned __int128>(right));
    };
    check(times(step, factor, promisesOf(numbers, factors, live, product)),
          each(numbers, bits, [&](uint64_t n) { return n * static_cast<uint64_t>(factor); }),
          "times", live);
    check(shifted(step, 5, kMayWrap), each(numbers, bits, [](uint64_t n) { return n << 5; }),
          "shifted");
    const int64_t power = any({2, 8, 16, 64, 12});
    const auto divisor = static_cast<uint64_t>(power);
    check(masked(step, power - 1, kItems),
          each(numbers, bits, [&](uint64_t n) { return n & (divisor - 1); }), "masked");
    check(remainder(step, power, kItems),
          each(numbers, bits, [&](uint64_t n) { return n % divisor; }), "remainder");
    check(quotient(step, power, kItems),
          each(numbers, bits, [&](uint64_t n) { return n / divisor; }), "quotient");
    if (bits == 64) {
      check(masked(step, 0xffffffff, kItems),
            each(numbers, bits, [](uint64_t n) { return n & 0xffffffff; }), "masked to 32 bits");
      const Numbers low = each(numbers, 32, [](uint64_t n) { return n; });
      check(truncated(step, 32), low, "truncated");
      checkExtensions({truncated(step, 32), low});
    } else {
      checkExtensions(value);
    }
  }

  void checkExtensions(const Case& value) {
    const auto signedOf = [](uint64_t n) { return static_cast<uint64_t>(asSigned(n, 32)); };
    const auto& [step, numbers] = value;
    const Numbers wide = each(numbers, 64, signedOf);
    check(signExtended(step, 32), wide, "sign-extended");
    check(zeroExtended(step, 32, false), each(numbers, 64, [](uint64_t n) { return n; }),
          "zero-extended");
    check(plus(signExtended(step, 32), Step::uniform(), kMayWrap),
          each(wide, 64, [](uint64_t n) { return n + 77; }), "plus, extended");
    check(times(signExtended(step, 32), 9, kMayWrap),
          each(wide, 64, [](uint64_t n) { return n * 9; }), "times, extended");
    check(addressed(Step::uniform(), step, 32, 1),
          each(wide, 64, [](uint64_t n) { return (1UL << 40) + n; }), "addressed");
  }

  std::mt19937_64 random_{1};
};

TEST_F(StepOfNumbers, ResultsAreTrue) {
  for (unsigned i = 0; i < 20'000; ++i) {
    checkOperationsOn(someNumbers(64));
    checkOperationsOn(someNumbers(32));
    checkOperationsOn(someIds());
    if (HasFailure()) return;
  }
}

TEST_F(StepOfNumbers, SumsAreTrue) {
  for (unsigned i = 0; i < 20'000; ++i) {
    const unsigned bits = i % 2 == 0 ? 32 : 64;
    const Case a = someNumbers(bits), b = someNumbers(bits);
    Numbers sum = a.numbers, difference = a.numbers;
    for (unsigned item = 0; item < kItems; ++item) {
      sum.items[item] = asUnsigned(a.numbers.items[item] + b.numbers.items[item], bits);
      difference.items[item] = asUnsigned(a.numbers.items[item] - b.numbers.items[item], bits);
    }
    const auto live = static_cast<unsigned>(any({1, 2, 3, kItems}));
    const auto add = [](__int128 left, __int128 right) { return left + right; };
    const auto subtract = [](__int128 left, __int128 right) { return left - right; };
    check(plus(a.step, b.step, promisesOf(a.numbers, b.numbers, live, add)), sum, "plus", live);
    check(minus(a.step, b.step, promisesOf(a.numbers, b.numbers, live, subtract)), difference,
          "minus", live);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace lanewise
