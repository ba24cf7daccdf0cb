// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Barriers in branches: taken by all work-items of a group or by none.

#include "barrier_cases.h"

namespace kernels {
namespace {

/// The values of one work-group, computed on the host.
class HostGroup {
 public:
  explicit HostGroup(std::vector<cl_int> values) : values_(std::move(values)) {}
  void rotate() { std::rotate(values_.begin(), values_.end() - 1, values_.end()); }
  void add(cl_int amount) {
    for (cl_int& value : values_) value += amount;
  }
  std::vector<cl_int>& values() { return values_; }
  cl_int size() const { return static_cast<cl_int>(values_.size()); }

 private:
  std::vector<cl_int> values_;
};

/// Runs `kernel` for each choice and group shape and compares with host(group, number, choice).
template <typename Host>
void expectLikeHost(const char* kernel, std::vector<cl_int> choices, Host host) {
  for (const cl_int choice : choices) {
    SCOPED_TRACE(testing::Message() << "choice " << choice);
    forEachGroupShape([&](size_t global, size_t local) {
      Buffer<cl_int> in(numbers(global)), out(global, -1);
      run("barriers/branches", kernel, range1(global, local), in, out, localArray<cl_int>(local),
          choice);
      std::vector<cl_int> expected;
      for (size_t first = 0, number = 0; first < global; first += local, ++number) {
        HostGroup group(numbers(std::min(local, global - first), static_cast<cl_int>(first)));
        host(group, static_cast<cl_int>(number), choice);
        expected.insert(expected.end(), group.values().begin(), group.values().end());
      }
      ASSERT_EQ(out.read(), expected);
    });
  }
}

TEST(BarrierBranches, If) {
  expectLikeHost("ifArgument", {0, 1}, [](HostGroup& group, cl_int, cl_int choice) {
    if (choice) group.add(100), group.rotate();
  });
}

TEST(BarrierBranches, IfElse) {
  expectLikeHost("ifElse", {0, 1}, [](HostGroup& group, cl_int, cl_int choice) {
    group.add(choice ? 100 : 1000);
    group.rotate();
    if (!choice) group.rotate();
  });
}

TEST(BarrierBranches, GroupsGoDifferentWays) {
  expectLikeHost("byGroup", {0, 1}, [](HostGroup& group, cl_int number, cl_int choice) {
    if (number % 2 == choice) {
      group.rotate();
    } else if (number % 3 == choice) {
      group.rotate(), group.rotate();
      group.add(10000);
    }
  });
}

TEST(BarrierBranches, Nested) {
  expectLikeHost("nestedBranches", {0, 1, 2, 3, 4, 5, 7},
                 [](HostGroup& group, cl_int, cl_int choice) {
                   if (choice & 1) {
                     group.rotate();
                     group.add(choice & 2 ? 100 : 200);
                     if (choice & 2) group.rotate();
                     if (choice & 4) group.rotate();
                   } else if (choice & 2) {
                     group.rotate();
                   }
                 });
}

TEST(BarrierBranches, Switch) {
  expectLikeHost("switchCases", {0, 1, 2, 3, 5}, [](HostGroup& group, cl_int, cl_int choice) {
    if (choice == 0) group.rotate();
    if (choice == 1) group.add(100);
    if (choice == 1 || choice == 2) group.rotate(), group.rotate();
    if (choice == 5) group.add(500);
    if (choice == 3) {
      group.rotate();
      for (cl_int& value : group.values()) value = -value;
    }
  });
}

TEST(BarrierBranches, InALoop) {
  expectLikeHost("inALoop", {0, 1}, [](HostGroup& group, cl_int, cl_int) {
    for (int i = 0; i < 3; ++i) group.add(100), group.rotate();
  });
}

TEST(BarrierBranches, DivergentCodeAround) {
  expectLikeHost("divergentAround", {0, 1}, [](HostGroup& group, cl_int, cl_int choice) {
    for (cl_int i = 0; i < group.size(); ++i)
      if (i % 3 == choice) group.values()[i] += 100;
    group.rotate();
    for (cl_int i = 0; i < group.size(); ++i) group.values()[i] += i % 2 == choice ? 1000 : -1000;
    group.rotate();
  });
}

TEST(BarrierBranches, LoopWithTwoEntries) {
  expectLikeHost("twoEntries", {0, 1}, [](HostGroup& group, cl_int, cl_int choice) {
    for (int i = 0; i < 5; ++i) {
      if (i > 0 || !choice) group.add(10), group.rotate();
      group.add(100);
      group.rotate();
    }
  });
}

}  // namespace
}  // namespace kernels
