// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Votes, elections and ballots.
#include "sub_groups/sub_groups.h"

#include <algorithm>
#include <limits>

namespace kernels {
namespace {

struct Votes {
  Launch launch = someSmallerSubGroups();
  std::vector<uint8_t> active;
  std::vector<int32_t> votes;

  /// 0: none; 1: all; 2: some.
  Votes(bool everyone, int how) : active(takePart(launch, everyone, 17)), votes(launch.items()) {
    std::mt19937 random(23);
    for (int32_t& vote : votes)
      vote = how == 0 ? 0 : how == 1 || random() % 2 ? int(random() % 100) + 1 : 0;
  }
  bool votedFor(uint32_t item) const { return active[item] && votes[item] != 0; }
};

/// `body` sets out[i], an int, from vote and i; it runs in the active work-items.
std::vector<int32_t> told(const Votes& votes, const std::string& body) {
  const Buffer<int32_t> in(votes.votes), out(votes.launch.items(), -1);
  const Buffer<uint8_t> active(votes.active);
  KernelCall(
      TestDevice::get().sourceProgram(
          "kernel void k(global const int* in, global const uchar* active, global int* out) {\n"
          "  const size_t i = get_global_id(0);\n  const int vote = in[i];\n  if (active[i]) {" +
              body + "}\n}\n",
          kOptions),
      body, "k")
      .add(in)
      .add(active)
      .add(out)
      .run(votes.launch.range);
  return out.read();
}

template <class Expected>
void expectTruth(bool everyone, const std::string& call, Expected expected) {
  for (int how = 0; how < 3; ++how) {
    const Votes votes(everyone, how);
    const std::vector<int32_t> truths = told(votes, "out[i] = (" + call + ") != 0;");
    for (const auto& members : votes.launch.subGroups)
      for (const uint32_t item : members)
        if (votes.active[item])
          EXPECT_EQ(truths[item] != 0, expected(votes, members, item)) << call << " " << item;
  }
}

bool all(const Votes& votes, const std::vector<uint32_t>& members, uint32_t) {
  return std::ranges::all_of(members,
                             [&](uint32_t m) { return !votes.active[m] || votes.votes[m]; });
}
bool any(const Votes& votes, const std::vector<uint32_t>& members, uint32_t) {
  return std::ranges::any_of(members, [&](uint32_t m) { return votes.votedFor(m); });
}

TEST(SubGroupVotes, AllAndAny) {
  expectTruth(true, "sub_group_all(vote)", all);
  expectTruth(true, "sub_group_any(vote)", any);
  expectTruth(false, "sub_group_non_uniform_all(vote)", all);
  expectTruth(false, "sub_group_non_uniform_any(vote)", any);
}

TEST(SubGroupVotes, TheFirstThatTakesPartIsElected) {
  expectTruth(false, "sub_group_elect()",
              [](const Votes& votes, const std::vector<uint32_t>& members, uint32_t item) {
                return item == *std::ranges::find_if(
                                   members, [&](uint32_t m) { return votes.active[m] != 0; });
              });
}

template <class T>
struct SubGroupEquality : testing::Test {};
TYPED_TEST_SUITE(SubGroupEquality, Types, TypeNames);

/// First all equal, then some, then a number that is not equal to itself.
TYPED_TEST(SubGroupEquality, OfAllThatTakePart) {
  const Launch& launch = someSmallerSubGroups();
  const std::string type = kTypeName<TypeParam>;
  for (int how = 0; how < 3; ++how) {
    const std::vector<uint8_t> active = takePart(launch, how == 0, 5);
    std::vector<TypeParam> in(launch.items(), TypeParam(3));
    if (how == 1)
      for (size_t i = 0; i < in.size(); i += 7) in[i] = TypeParam(4);
    if (how == 2 && kIsFloat<TypeParam>)
      for (TypeParam& value : in) value = TypeParam(std::numeric_limits<float>::quiet_NaN());
    const Buffer<TypeParam> inBuffer(in);
    const Buffer<uint8_t> activeBuffer(active);
    const Buffer<int32_t> out(launch.items(), -1);
    KernelCall(
        TestDevice::get().sourceProgram(
            kHead + ("kernel void k(global const " + type +
                     "* in, global const uchar* active, global int* out) {\n"
                     "  const size_t i = get_global_id(0);\n"
                     "  if (active[i]) out[i] = sub_group_non_uniform_all_equal(in[i]) != 0;\n}\n"),
            kOptions),
        "all_equal " + type, "k")
        .add(inBuffer)
        .add(activeBuffer)
        .add(out)
        .run(launch.range);
    const std::vector<int32_t> told = out.read();
    for (const auto& members : launch.subGroups) {
      bool equal = true;
      for (const uint32_t a : members)
        for (const uint32_t b : members) equal &= !active[a] || !active[b] || in[a] == in[b];
      for (const uint32_t item : members)
        if (active[item]) EXPECT_EQ(told[item] != 0, equal) << item << " " << how;
    }
  }
}

TEST(SubGroupBallots, HaveABitForEachThatVotedFor) {
  for (int how = 0; how < 3; ++how) {
    const Votes votes(false, how);
    const std::vector<int32_t> bits[4] = {
        told(votes, "out[i] = as_int4(sub_group_ballot(vote)).x;"),
        told(votes, "out[i] = as_int4(sub_group_ballot(vote)).y;"),
        told(votes, "out[i] = as_int4(sub_group_ballot(vote)).z;"),
        told(votes, "out[i] = as_int4(sub_group_ballot(vote)).w;")};
    for (const auto& members : votes.launch.subGroups)
      for (const uint32_t item : members)
        for (uint32_t bit = 0; votes.active[item] && bit < 128; ++bit)
          ASSERT_EQ(bits[bit / 32][item] >> bit % 32 & 1,
                    bit < members.size() && votes.votedFor(members[bit]))
              << item << " bit " << bit;
  }
}

/// A value that is uniform in the sub-group; bits beyond its size are ignored.
template <class Expected>
void expectOfBits(const std::string& call, uint32_t bits, Expected expected) {
  const Votes votes(true, 2);
  const std::string value =
      "const uint4 value = (uint4)(" + std::to_string(bits) + "u, 0xfff0u, ~0u, 5u);";
  const std::vector<int32_t> numbers = told(votes, value + "out[i] = (int)(" + call + ");");
  const uint32_t words[4] = {bits, 0xfff0u, ~0u, 5u};
  const auto bitAt = [&](uint32_t bit) { return (words[bit / 32] >> bit % 32 & 1) != 0; };
  for (const auto& members : votes.launch.subGroups)
    for (uint32_t lane = 0; lane < members.size(); ++lane)
      if (const int64_t wanted = expected(bitAt, lane, votes.launch.maxSize); wanted >= 0)
        EXPECT_EQ(numbers[members[lane]], wanted)
            << call << " of " << bits << ", local id " << lane;
}

TEST(SubGroupBallots, AreReadAndCounted) {
  for (const uint32_t bits : {0u, 1u, 2u, 0xffffffffu, 0xfffffffeu, 0x80000001u, 0x12345679u}) {
    const auto count = [](auto bitAt, uint32_t from, uint32_t end) {
      int64_t found = 0;
      for (uint32_t bit = from; bit < end; ++bit) found += bitAt(bit);
      return found;
    };
    expectOfBits("sub_group_inverse_ballot(value) != 0", bits,
                 [](auto bitAt, uint32_t lane, uint32_t) { return int64_t(bitAt(lane)); });
    expectOfBits("sub_group_ballot_bit_extract(value, get_sub_group_local_id()) != 0", bits,
                 [](auto bitAt, uint32_t lane, uint32_t) { return int64_t(bitAt(lane)); });
    expectOfBits("sub_group_ballot_bit_extract(value, 0) != 0", bits,
                 [](auto bitAt, uint32_t, uint32_t) { return int64_t(bitAt(0)); });
    expectOfBits("sub_group_ballot_bit_count(value)", bits,
                 [&](auto bitAt, uint32_t, uint32_t size) { return count(bitAt, 0, size); });
    expectOfBits("sub_group_ballot_inclusive_scan(value)", bits,
                 [&](auto bitAt, uint32_t lane, uint32_t) { return count(bitAt, 0, lane + 1); });
    expectOfBits("sub_group_ballot_exclusive_scan(value)", bits,
                 [&](auto bitAt, uint32_t lane, uint32_t) { return count(bitAt, 0, lane); });
    expectOfBits("sub_group_ballot_find_lsb(value)", bits, [](auto bitAt, uint32_t, uint32_t size) {
      for (uint32_t bit = 0; bit < size; ++bit)
        if (bitAt(bit)) return int64_t(bit);
      return int64_t(-1);
    });
    expectOfBits("sub_group_ballot_find_msb(value)", bits, [](auto bitAt, uint32_t, uint32_t size) {
      for (uint32_t bit = size; bit-- > 0;)
        if (bitAt(bit)) return int64_t(bit);
      return int64_t(-1);
    });
  }
}

}  // namespace
}  // namespace kernels
