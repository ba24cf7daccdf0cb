// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the loops over functions and the program that times them share.
#pragma once

namespace lanewise::bench {

// Which parameters a function has: a number and another, an integer, or a pointer to a result.
enum class Arguments { X, XY, XN, XP };

constexpr long kCount = 2048;  // of arguments: they and the results stay in the first-level cache

// A function over kCount arguments.
using Loop = void (*)(const void* x, const void* second, void* result);
struct Measured {
  const char* name;
  const char* sleef;
  int bits;
  Arguments arguments;
  double low, high, low2, high2;
  Loop one, eight, sixteen;  // this many arguments at a time
};
struct Family {
  const Measured* begin;
  int size;
};

// SLEEF's function at as many lanes as a vector of 512 bits has, null if it has none.
struct Peer {
  const char* name;
  const char* accuracy;
  Loop f32, f64;
};
const Peer* sleefOf(const char* name);

}  // namespace lanewise::bench
