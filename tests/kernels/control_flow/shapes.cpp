// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow in kernels against the same code on the host.

#include "device.h"

#include <climits>

namespace kernels {
namespace {

template <typename In, typename Host>
void expectLikeHost(const char* kernel, const std::vector<In>& in, Host host) {
  Buffer<In> inBuffer(in);
  Buffer<cl_int> out(in.size(), -99);
  run("control_flow/shapes", kernel, range1(in.size()), inBuffer, out);
  const std::vector<cl_int> got = out.read();
  for (size_t i = 0; i < in.size(); ++i) EXPECT_EQ(got[i], host(in[i])) << "input " << +in[i];
}

TEST(ControlFlow, SwitchWithSparseCases) {
  expectLikeHost<cl_int>("switchSparse",
                         {INT_MIN, -1, 0, 1, 2, 6, 7, 8, 9, 10, INT_MAX - 1, INT_MAX},
                         [](cl_int value) {
                           if (value == INT_MIN) return 1;
                           if (value == -1) return 2;
                           if (value == 0 || value == 1) return 4;
                           if (value >= 7 && value <= 9) return 5;
                           return value == INT_MAX ? 6 : value;
                         });
}

TEST(ControlFlow, SwitchOnLong) {
  expectLikeHost<cl_long>("switchLong", {1, 0x100000001, 0x200000001, 0}, [](cl_long value) {
    return value == 1 ? 1 : value == 0x100000001 ? 2 : 3;
  });
}

TEST(ControlFlow, SwitchOnChar) {
  expectLikeHost<cl_char>("switchChar", {'a', -1, 'b', 0}, [](cl_char value) {
    return value == 'a' ? 1 : value == -1 ? 2 : 3;
  });
}

TEST(ControlFlow, LoopsOfDifferentLengths) {
  expectLikeHost<cl_int>("collatz", {1, 2, 3, 4, 5, 6, 7, 27, 97, 871, 6171, 1}, [](cl_int value) {
    cl_int steps = 0;
    for (; value != 1; ++steps) value = value & 1 ? 3 * value + 1 : value / 2;
    return steps;
  });
}

TEST(ControlFlow, NestedLoopsWithManyExits) {
  std::vector<cl_int> in;
  for (cl_int i = 0; i < 333; ++i) in.push_back(i * 40503 + 7);
  expectLikeHost<cl_int>("manyExits", in, [](cl_int start) {
    cl_uint value = static_cast<cl_uint>(start), sum = 0;
    for (cl_uint i = 0; i < 12; ++i) {
      for (cl_uint j = 0; j < 9; ++j) {
        bool left = false;
        for (cl_uint n = 1; n <= 10 && !left; ++n) {
          value = value * 5 + n;
          left = value % 31 == n;
          if (left) sum += value % 7 + n * i;
        }
        if (left) break;
        for (cl_uint n = 1; n <= 10; ++n) {
          value = value * 3 + n;
          if (value % 61 == n) return static_cast<cl_int>(sum + value % 100 * n);
        }
        sum += j;
      }
      sum = sum * 3 + value % 16;
    }
    return static_cast<cl_int>(sum);
  });
}

TEST(ControlFlow, NestedLoopsLeftEarly) {
  expectLikeHost<cl_int>("nestedBreaks", {0, 1, 10, 50, 200, 100000}, [](cl_int limit) {
    cl_int sum = 0;
    for (int i = 0; i < 10; ++i)
      for (int j = 0; j <= i; ++j) {
        if ((i + j) % 4 == 3) continue;
        sum += i * j;
        if (sum > limit) return sum;
      }
    return sum;
  });
}

TEST(ControlFlow, CallGraph) {
  const auto fibonacci = [](cl_int n) {
    cl_int a = 0, b = 1;
    for (int i = 0; i < n; ++i) b = std::exchange(a, b) + b;
    return a;
  };
  expectLikeHost<cl_int>("callGraph", {0, 1, 2, 10, 20},
                         [&](cl_int n) { return 5 * (fibonacci(n) + fibonacci(n + 1)); });
}

TEST(ControlFlow, Irreducible) {
  expectLikeHost<cl_int>("irreducible", {0, 1, 2, 3, 10, 11, 100, 101}, [](cl_int value) {
    cl_int turns = 0;
    bool halve = !(value & 1);
    do {
      if (halve) value /= 2, ++turns;
      value -= 1;
      halve = true;
    } while (value > 3);
    return 100 * value + turns;
  });
}

TEST(ControlFlow, ShortCircuit) {
  expectLikeHost<cl_int>("logical", {-3, -2, 0, 1, 2, 3, 9, 10}, [](cl_int value) {
    return cl_int{(value > 2 && 100 / value > 10) || (value < 0 && value % 2 == 0)};
  });
}

TEST(ControlFlow, SelectionOfVectors) {
  Buffer<cl_int> in(std::vector<cl_int>{0, 3, 4, 9}), out(16);
  run("control_flow/shapes", "vectorSelect", range1(4), in, out);
  const std::vector<cl_int> inputs = in.read(), got = out.read();
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k) {
      const cl_int value = inputs[i] + k, chosen = value > 5 ? value : -value;
      EXPECT_EQ(got[4 * i + k], inputs[i] & 1 ? chosen : 2 * chosen) << i << ", " << k;
    }
}

TEST(ControlFlow, EmptyKernel) { run("control_flow/shapes", "empty", range1(1000)); }

}  // namespace
}  // namespace kernels
