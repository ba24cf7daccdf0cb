// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The interface between the loops over functions and what runs them: the program that times them,
// and the test that compares vector variants with scalar functions.
#pragma once

namespace lanewise::bench {

constexpr long kCount = 2048;  // of arguments: they and the results stay in the first-level cache

// kCount arguments and results. A parameter of a function is taken from the array of its position
// (an integer of 32 bits from y). `other` receives second results, and the result if it is an
// integer.
struct Operands {
  const void *x, *y, *z;
  void *result, *other;
};
using Loop = void (*)(const Operands&);
// A loop over calls of a vector variant of so many lanes; 0 lanes: there is no such variant.
struct VariantLoop {
  int lanes;
  Loop run;
};
struct Measured {
  const char* name;
  int bits;                                 // of a number
  bool (*isSlow)(const Operands&, long i);  // whether the arguments take the slow path
  Loop scalar;
  Loop inlined;  // for all lanes together, as kernels have the shortest functions; others: null
  VariantLoop variants[3];  // those of the level, the widest last
  const VariantLoop* widest() const {
    const VariantLoop* last = nullptr;
    for (const VariantLoop& variant : variants)
      if (variant.lanes) last = &variant;
    return last;
  }
};
struct Family {
  const Measured* begin;
  int size;
};
#define BUILTIN_FAMILY(family) extern const Family family##Loops;
#include "builtins/functions.def"
inline const Family* const kFamilies[] = {
#define BUILTIN_FAMILY(family) &family##Loops,
#include "builtins/functions.def"
};

// A function of vectors that the program compares with, with as many lanes as fit the level's
// registers.
struct Peer {
  const char* name;      // of our function
  const char* accuracy;  // its errors, in the library's words
  Loop f32, f64;
};
struct PeerLibrary {
  const char* name;
  const Peer* functions;
  int size;
};

}  // namespace lanewise::bench
