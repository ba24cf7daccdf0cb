// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-group functions one after another, in loops, in branches that all work-items take, in
// functions, and next to barriers.
#include "work_group_functions/groups.h"

#include <numeric>

namespace kernels {
namespace {

using Values = std::vector<int>;

int sumOf(const Values& values) { return std::accumulate(values.begin(), values.end(), 0); }

Values prefixesOf(const Values& values) {
  Values prefixes(values.size());
  std::partial_sum(values.begin(), values.end(), prefixes.begin());
  return prefixes;
}

/// `body` changes x, with 5 as n. `reference` changes the values of one group, in the order of the
/// local linear ids: (Values&) or (Values&, size of the group along x).
template <class Reference>
void expectBody(const std::string& declarations, const std::string& body,
                const Reference& reference, const char* options = kOptions) {
  constexpr int n = 5;
  const std::string text = kHead + declarations + "kernel void k(global int* a, int n) {\n" +
                           "  int x = a[me()];\n" + body + "  a[me()] = x;\n}\n";
  for (const Range& range : someRanges()) {
    Values in(itemsOf(range));
    for (size_t i = 0; i < in.size(); ++i) in[i] = int(i * 7 % 11);
    Values expected = in;
    for (const Group& group : groupsOf(range)) {
      Values values;
      for (size_t item : group.items) values.push_back(in[item]);
      if constexpr (std::is_invocable_v<Reference, Values&>)
        reference(values);
      else
        reference(values, group.size[0]);
      for (size_t i = 0; i < values.size(); ++i) expected[group.items[i]] = values[i];
    }
    const Buffer<int> buffer(in);
    KernelCall(TestDevice::get().sourceProgram(text, options), "k", "k")
        .add(buffer)
        .add(n)
        .run(range);
    expectEqual(buffer.read(), expected, body, range);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(WorkGroupFunctionsInOrder, OneAfterAnother) {
  expectBody("", "x += work_group_scan_inclusive_add(x); x = work_group_scan_exclusive_add(x);",
             [](Values& values) {
               const Values first = prefixesOf(values);
               for (size_t i = 0; i < values.size(); ++i) values[i] += first[i];
               const Values second = prefixesOf(values);
               for (size_t i = 0; i < values.size(); ++i) values[i] = second[i] - values[i];
             });
}

TEST(WorkGroupFunctionsInOrder, AResultIsTheNextOperand) {
  expectBody("", "x = x * 2 - work_group_reduce_max(x); x ^= work_group_reduce_min(x);",
             [](Values& values) {
               const int most = *std::max_element(values.begin(), values.end());
               for (int& value : values) value = value * 2 - most;
               const int least = *std::min_element(values.begin(), values.end());
               for (int& value : values) value ^= least;
             });
}

TEST(WorkGroupFunctionsInOrder, AnOperandThatAllShare) {
  expectBody("", "x = work_group_reduce_add(1) * 1000 + work_group_scan_inclusive_add(n);",
             [](Values& values) {
               const int size = int(values.size());
               for (int i = 0; i < size; ++i) values[i] = size * 1000 + (i + 1) * 5;
             });
}

TEST(WorkGroupFunctionsInOrder, AnUnusedResult) {
  expectBody("", "work_group_reduce_add(x); x += 1;", [](Values& values) {
    for (int& value : values) ++value;
  });
}

TEST(WorkGroupFunctionsInLoops, Reductions) {
  expectBody("", "for (int i = 0; i < n; ++i) x = (x + i + work_group_reduce_add(x)) % 100;",
             [](Values& values) {
               for (int i = 0; i < 5; ++i) {
                 const int sum = sumOf(values);
                 for (int& value : values) value = (value + i + sum) % 100;
               }
             });
}

TEST(WorkGroupFunctionsInLoops, Scans) {
  expectBody("", "for (int i = 0; i < n; ++i) x = (work_group_scan_inclusive_add(x) + i) % 100;",
             [](Values& values) {
               for (int i = 0; i < 5; ++i) {
                 values = prefixesOf(values);
                 for (int& value : values) value = (value + i) % 100;
               }
             });
}

TEST(WorkGroupFunctionsInLoops, BroadcastsFromWorkItemsInTurn) {
  expectBody("",
             "for (uint i = 0; i < 9; ++i) x = x * 3 % 101 + "
             "work_group_broadcast(x, i % get_local_size(0), 0, 0);",
             [](Values& values, size_t sizeX) {
               for (size_t i = 0; i < 9; ++i) {
                 const int shared = values[i % sizeX];
                 for (int& value : values) value = value * 3 % 101 + shared;
               }
             });
}

TEST(WorkGroupFunctionsInLoops, UntilAllAgree) {
  expectBody("", R"(
  while (work_group_any(x < 50)) {
    const bool all = work_group_all(x > 20);
    x += x < 50 ? 7 : all;
  }
)",
             [](Values& values) {
               while (std::any_of(values.begin(), values.end(), [](int x) { return x < 50; })) {
                 const bool all =
                     std::all_of(values.begin(), values.end(), [](int x) { return x > 20; });
                 for (int& value : values) value += value < 50 ? 7 : all;
               }
             });
}

TEST(WorkGroupFunctionsInLoops, InANest) {
  expectBody("", R"(
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < i; ++k) {
      int y = work_group_scan_exclusive_add(x);
      if (work_group_reduce_max(y) > 40) x = (x + y) % 50;
      else x += k;
    }
)",
             [](Values& values) {
               for (int i = 0; i < 5; ++i)
                 for (int k = 0; k < i; ++k) {
                   Values y = prefixesOf(values);
                   for (size_t j = 0; j < y.size(); ++j) y[j] -= values[j];
                   const bool above = *std::max_element(y.begin(), y.end()) > 40;
                   for (size_t j = 0; j < y.size(); ++j)
                     values[j] = above ? (values[j] + y[j]) % 50 : values[j] + k;
                 }
             });
}

TEST(WorkGroupFunctionsInBranches, ThatAllWorkItemsTake) {
  expectBody("", R"(
  if (n > 3) x += work_group_reduce_add(x);
  else x = work_group_scan_inclusive_add(x);
  if (n > 8) x = work_group_reduce_min(x);
)",
             [](Values& values) {
               const int sum = sumOf(values);
               for (int& value : values) value += sum;
             });
}

TEST(WorkGroupFunctionsInBranches, BehindADivergentLoop) {
  expectBody("", "for (int i = 0; i < x % 4; ++i) x += i; x = work_group_scan_inclusive_add(x);",
             [](Values& values) {
               for (int& value : values)
                 for (int i = 0; i < value % 4; ++i) value += i;
               values = prefixesOf(values);
             });
}

TEST(WorkGroupFunctionsInBranches, OfAFunctionThatIsCalledTwice) {
  expectBody("int centred(int x) { return x - work_group_reduce_add(x) / 7; }\n",
             "x = centred(x); x = centred(x * 3);", [](Values& values) {
               for (int factor : {1, 3}) {
                 for (int& value : values) value *= factor;
                 const int part = sumOf(values) / 7;
                 for (int& value : values) value -= part;
               }
             });
}

TEST(WorkGroupFunctionsNextToBarriers, WithLocalMemory) {
  expectBody("", R"(
  local int shared[256];
  const uint i = get_local_linear_id();
  for (int k = 0; k < n; ++k) {
    shared[i] = x;
    barrier(CLK_LOCAL_MEM_FENCE);
    int y = shared[get_local_size(0) * get_local_size(1) * get_local_size(2) - 1 - i];
    x = (y + work_group_scan_inclusive_add(x)) % 100;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
)",
             [](Values& values) {
               for (int k = 0; k < 5; ++k) {
                 const Values before = values, prefixes = prefixesOf(values);
                 for (size_t i = 0; i < values.size(); ++i)
                   values[i] = (before[values.size() - 1 - i] + prefixes[i]) % 100;
               }
             });
}

// Vectors follow the local linear ids, and not the rows of a group.
TEST(WorkGroupFunctionsNextToSubGroups, ScansAndReductions) {
  expectBody("", R"(
  for (int i = 0; i < n; ++i) {
    x = work_group_scan_inclusive_add(x) + sub_group_any(x > 1000) * 0;
    x = (x + work_group_reduce_max(x)) % 100;
  }
)",
             [](Values& values) {
               for (int i = 0; i < 5; ++i) {
                 values = prefixesOf(values);
                 const int most = *std::max_element(values.begin(), values.end());
                 for (int& value : values) value = (value + most) % 100;
               }
             });
}

// Without optimization, and in a kernel whose regions become functions.
TEST(WorkGroupFunctionsInLongKernels, WithoutOptimization) {
  expectBody(
      "", "for (int i = 0; i < n; ++i) x = (x + work_group_scan_inclusive_add(x)) % 100;",
      [](Values& values) {
        for (int i = 0; i < 5; ++i) {
          const Values prefixes = prefixesOf(values);
          for (size_t k = 0; k < values.size(); ++k) values[k] = (values[k] + prefixes[k]) % 100;
        }
      },
      "-cl-std=CL3.0 -cl-opt-disable");
}

TEST(WorkGroupFunctionsInLongKernels, ManyRegions) {
  std::string body;
  for (int i = 0; i < 100; ++i)
    body +=
        "  x = (x + work_group_reduce_add(x)) % 100;\n  x ^= work_group_scan_exclusive_add(x) % 8;\n";
  expectBody("", body, [](Values& values) {
    for (int i = 0; i < 100; ++i) {
      const int sum = sumOf(values);
      for (int& value : values) value = (value + sum) % 100;
      const Values prefixes = prefixesOf(values);
      for (size_t k = 0; k < values.size(); ++k) values[k] ^= (prefixes[k] - values[k]) % 8;
    }
  });
}

}  // namespace
}  // namespace kernels
