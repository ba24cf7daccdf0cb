// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of all lanes to values of one type in memory: `count` leaves of the same type, one
// behind another. Those of inactive lanes do not happen.
#pragma once

#include "compiler/lanes/known/leaves.h"
#include "compiler/lanes/plan/access_form.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Alignment.h>

#include <cstdint>

namespace llvm {
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

class Widening;

struct LaneValues {
  llvm::Type* leaf;
  unsigned count;  // at most kMostLeaves
  llvm::Align align;
};

/// The values of a lane as one integer, or the leaf itself if there is one; nullptr: no integer has
/// so many bits.
llvm::Type* wholeType(Widening& widening, const LaneValues& values);

/// Nothing lies between lanes' values.
inline bool areSideBySide(Distance distance, const LaneValues& values) {
  return distance.slots == static_cast<int>(values.count);
}

/// A vector of lanes for each leaf, in one of the orders of vector_order.h.
struct LaneVectors {
  llvm::SmallVector<llvm::Value*, 4> vectors;
  bool asInMemory;
};

/// `first`: the address of lane 0. The result is as in memory if the values are side by side; the
/// stored vectors must be so exactly then.
LaneVectors loadStrided(Widening& widening, llvm::Value* first, Distance distance,
                        const LaneValues& values);
void storeStrided(Widening& widening, llvm::Value* first, Distance distance,
                  const LaneValues& values, llvm::ArrayRef<llvm::Value*> vectors);

/// How often code is expected to run. Rare code is short.
enum class Frequency { Usual, Rare };

/// Accesses a vector of addresses in the same way, always as in memory. The last one of several
/// lanes that store to one address wins.
LaneVectors gather(Widening& widening, llvm::Value* addresses, const LaneValues& values,
                   Frequency frequency = Frequency::Usual);
void scatter(Widening& widening, llvm::Value* addresses, const LaneValues& values,
             llvm::ArrayRef<llvm::Value*> vectors, Frequency frequency = Frequency::Usual);

/// Gathers as gather() does, never as in memory.
LaneVectors gatherLeaves(Widening& widening, llvm::Value* addresses, const LaneValues& values);

}  // namespace lanewise
