// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Statements of random kernels that change variables or memory. random_lane_kernel.cpp writes the
// control flow around them.
#pragma once

#include "tests/reference/random_values.h"

namespace lanewise::fuzz {

class RandomAssignments : protected RandomValues {
 protected:
  using RandomValues::RandomValues;

  void assign();
  void storeOut();
  void storeOwn();
  void storeArray();
  void storeRecord();
  void copyMemory();
  void atomic();
  void atomicOnOwn();
  /// The address of one of the work-item's kOutWords.
  Value* outWord(unsigned index);

  Value* localCounters_ = nullptr;  // kCounters i32
  bool countsLocally_ = false;      // atomics may be on those
};

}  // namespace lanewise::fuzz
