// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts of a place (pointer_places.h) that functions out of line get for their pointer
// parameters, as parameters of their own.
#pragma once

#include "compiler/checks/pointer_places.h"

#include <llvm/ADT/StringRef.h>

#include <optional>

namespace llvm {
class Module;
}

namespace lanewise {

/// The memory in which the object is. Code for the shadow depends on it.
enum class PlaceKind { Buffer, Local, Private };

PlaceKind kindOf(const PointerPlace& place);

/// How many parts the parameters have: the first three, or all with shadows.
unsigned passedParts(const llvm::Module& module);

/// What pass-pointer-places says of the parameter; none if it is no pointer of the program.
struct PlaceParameter {
  PlaceKind kind;
  unsigned first;  // the number of the parameter that has the first part
};
std::optional<PlaceParameter> placeParameter(const llvm::Argument& parameter);
void setPlaceParameter(llvm::Argument& parameter, PlaceParameter place);

}  // namespace lanewise
