// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values of other work-items: broadcasts, shuffles and rotations for every type, and the shuffles
// of cl_intel_subgroups, for vectors too.
#include "sub_groups/sub_groups.h"

#include <algorithm>

namespace kernels {
namespace {

/// Selects the work-item: lanes of the first value, followed by those of the second.
struct Form {
  const char* call;  // from x, y and the number n
  bool everyone;     // all work-items are active
  bool uniform;      // n is uniform in a sub-group
  int64_t (*source)(uint32_t lane, uint32_t n, uint32_t size, uint32_t cluster);
};

struct Case {
  std::string type;         // of the values, in OpenCL C
  uint32_t components = 1;  // in memory: 4 for a vector of three
};

std::string kernelText(const Case& item, const Form& form) {
  return "kernel void k(global const " + item.type + "* a, global const " + item.type +
         "* b, global const uint* ns, global const uchar* active, global " + item.type +
         "* out) {\n  const size_t i = get_global_id(0);\n  const " + item.type +
         " x = a[i], y = b[i];\n  const uint n = ns[i];\n  if (active[i]) out[i] = " + form.call +
         ";\n}\n";
}

/// Draws `n` until it selects an active work-item.
template <class T>
void expectForm(const Case& item, const Form& form, uint32_t cluster = 1) {
  const Launch& launch = fullSubGroups();
  const std::vector<uint8_t> active = takePart(launch, form.everyone, 11);
  std::vector<T> a = valuesFor<T>(launch.items() * item.components, 1),
                 b = valuesFor<T>(launch.items() * item.components, 2);
  std::mt19937 random(uint32_t(item.components + 7));
  std::vector<uint32_t> ns(launch.items());
  const auto sourceOf = [&](const std::vector<uint32_t>& members, uint32_t lane, uint32_t n) {
    const int64_t source = form.source(lane, n, launch.maxSize, cluster);
    const int64_t count = int64_t(members.size());
    return source >= 0 && source < 2 * count && active[members[size_t(source % count)]] ? source
                                                                                        : -1;
  };
  for (const auto& members : launch.subGroups) {
    const auto fits = [&](uint32_t n) {
      for (uint32_t lane = 0; lane < members.size(); ++lane)
        if (active[members[lane]] && sourceOf(members, lane, n) < 0) return false;
      return true;
    };
    uint32_t common = random() % (2 * launch.maxSize);
    for (int tries = 0; form.uniform && tries < 1000 && !fits(common); ++tries)
      common = random() % (2 * launch.maxSize);
    EXPECT_TRUE(!form.uniform || fits(common)) << "nothing to compare";
    for (uint32_t lane = 0; lane < members.size(); ++lane) {
      uint32_t n = random() % (2 * launch.maxSize);
      while (!form.uniform && active[members[lane]] && sourceOf(members, lane, n) < 0)
        n = random() % (2 * launch.maxSize);
      ns[members[lane]] = form.uniform ? common : n;
    }
  }
  const Buffer<T> aBuffer(a), bBuffer(b), out(a.size(), T(0));
  const Buffer<uint32_t> nBuffer(ns);
  const Buffer<uint8_t> activeBuffer(active);
  KernelCall(TestDevice::get().sourceProgram(
                 kHead + kernelText(item, form),
                 std::string(kOptions) + " -DCLUSTER=" + std::to_string(cluster)),
             form.call, "k")
      .add(aBuffer)
      .add(bBuffer)
      .add(nBuffer)
      .add(activeBuffer)
      .add(out)
      .run(launch.range);
  const std::vector<T> told = out.read();
  const uint32_t used = item.type.ends_with("3") ? 3 : item.components;
  for (const auto& members : launch.subGroups)
    for (uint32_t lane = 0; lane < members.size(); ++lane) {
      const uint32_t id = members[lane];
      const int64_t source = sourceOf(members, lane, ns[id]);
      if (!active[id] || source < 0) continue;
      const int64_t count = int64_t(members.size());
      const std::vector<T>& from = source < count ? a : b;
      for (uint32_t c = 0; c < used; ++c)
        ASSERT_EQ(told[id * item.components + c],
                  from[members[size_t(source % count)] * item.components + c])
            << form.call << " of " << item.type << ", work-item " << id << ", n " << ns[id];
    }
}

std::vector<Case> vectorsOf(const std::string& type) {
  std::vector<Case> cases;
  for (const uint32_t count : {2u, 3u, 4u, 8u, 16u})
    cases.push_back({type + std::to_string(count), count == 3 ? 4 : count});
  return cases;
}

constexpr Form kBroadcast{
    "sub_group_broadcast(x, n)", true, true,
    [](uint32_t, uint32_t n, uint32_t size, uint32_t) { return n < size ? int64_t(n) : -1; }};
constexpr Form kNonUniformBroadcast{"sub_group_non_uniform_broadcast(x, n)", false, true,
                                    kBroadcast.source};
constexpr Form kForms[] = {
    {"sub_group_shuffle(x, n)", false, false, kBroadcast.source},
    {"sub_group_shuffle_xor(x, n)", false, false,
     [](uint32_t lane, uint32_t n, uint32_t size, uint32_t) {
       return (lane ^ n) < size ? int64_t(lane ^ n) : -1;
     }},
    {"sub_group_shuffle_up(x, n)", false, false,
     [](uint32_t lane, uint32_t n, uint32_t, uint32_t) { return int64_t(lane) - int64_t(n); }},
    {"sub_group_shuffle_down(x, n)", false, false,
     [](uint32_t lane, uint32_t n, uint32_t size, uint32_t) {
       return lane + n < size ? int64_t(lane + n) : -1;
     }},
    {"sub_group_rotate(x, (int)n)", true, true,
     [](uint32_t lane, uint32_t n, uint32_t size, uint32_t) { return int64_t((lane + n) % size); }},
    {"sub_group_rotate(x, -(int)n)", true, true,
     [](uint32_t lane, uint32_t n, uint32_t size, uint32_t) {
       return int64_t((lane + 2 * size - n) % size);
     }},
};
constexpr Form kIntelForms[] = {
    {"intel_sub_group_shuffle(x, n)", false, false, kBroadcast.source},
    {"intel_sub_group_shuffle_xor(x, n)", false, false, kForms[1].source},
    {"intel_sub_group_shuffle_down(x, y, n)", true, true,
     [](uint32_t lane, uint32_t n, uint32_t size, uint32_t) {
       return n <= size ? int64_t(lane + n) : -1;
     }},
    {"intel_sub_group_shuffle_up(y, x, n)", true, true,
     [](uint32_t lane, uint32_t n, uint32_t size, uint32_t) {
       if (n > size) return int64_t(-1);
       return n <= lane ? int64_t(lane - n) : int64_t(lane + size - n) + size;
     }},
};

template <class T>
struct SubGroupExchange : testing::Test {};
TYPED_TEST_SUITE(SubGroupExchange, Types, TypeNames);

TYPED_TEST(SubGroupExchange, Broadcasts) {
  std::vector<Case> cases = vectorsOf(kTypeName<TypeParam>);
  cases.push_back({kTypeName<TypeParam>, 1});
  for (const Case& item : cases) {
    expectForm<TypeParam>(item, kBroadcast);
    expectForm<TypeParam>(item, kNonUniformBroadcast);
  }
}

TYPED_TEST(SubGroupExchange, ShufflesAndRotations) {
  for (const Form& form : kForms) expectForm<TypeParam>({kTypeName<TypeParam>, 1}, form);
}

TYPED_TEST(SubGroupExchange, RotationsInClusters) {
  for (uint32_t cluster = 1; cluster <= fullSubGroups().maxSize; cluster *= 2)
    expectForm<TypeParam>({kTypeName<TypeParam>, 1},
                          {"sub_group_clustered_rotate(x, (int)n, CLUSTER)", true, true,
                           [](uint32_t lane, uint32_t n, uint32_t, uint32_t cluster) {
                             return int64_t(lane / cluster * cluster + (lane + n) % cluster);
                           }},
                          cluster);
}

TYPED_TEST(SubGroupExchange, ShufflesOfIntel) {
  std::vector<Case> cases{{kTypeName<TypeParam>, 1}};
  // For 64-bit numbers and half, scalars only.
  if (sizeof(TypeParam) < 8 && !(kIsFloat<TypeParam> && sizeof(TypeParam) == 2))
    for (const Case& item : vectorsOf(kTypeName<TypeParam>)) cases.push_back(item);
  for (const Case& item : cases)
    for (const Form& form : kIntelForms) expectForm<TypeParam>(item, form);
}

TYPED_TEST(SubGroupExchange, BroadcastOfTheFirst) {
  const Launch& launch = someSmallerSubGroups();
  const std::vector<uint8_t> active = takePart(launch, false, 13);
  const std::vector<TypeParam> in = valuesFor<TypeParam>(launch.items(), 3);
  const Buffer<TypeParam> inBuffer(in), out(in.size(), TypeParam(0));
  const Buffer<uint8_t> activeBuffer(active);
  const std::string type = kTypeName<TypeParam>;
  KernelCall(TestDevice::get().sourceProgram(
                 kHead + ("kernel void k(global const " + type +
                          "* in, global const uchar* active, global " + type +
                          "* out) {\n  const size_t i = get_global_id(0);\n"
                          "  if (active[i]) out[i] = sub_group_broadcast_first(in[i]);\n}\n"),
                 kOptions),
             "sub_group_broadcast_first", "k")
      .add(inBuffer)
      .add(activeBuffer)
      .add(out)
      .run(launch.range);
  const std::vector<TypeParam> told = out.read();
  for (const auto& members : launch.subGroups) {
    const auto first = std::ranges::find_if(members, [&](uint32_t id) { return active[id] != 0; });
    for (const uint32_t id : members)
      if (active[id]) ASSERT_EQ(told[id], in[*first]) << id;
  }
}

TEST(SubGroupExchangeOfIntel, BroadcastsOfSmallTypes) {
  const Form form{"intel_sub_group_broadcast(x, n)", true, true, kBroadcast.source};
  expectForm<int8_t>({"char", 1}, form);
  expectForm<uint8_t>({"uchar", 1}, form);
  expectForm<int16_t>({"short", 1}, form);
  expectForm<uint16_t>({"ushort", 1}, form);
}

}  // namespace
}  // namespace kernels
