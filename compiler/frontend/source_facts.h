// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What Clang knows of a program and its module does not have, for the stages of the front end.
#pragma once

#include "compiler/frontend/declaration_places.h"
#include "compiler/frontend/destructors.h"
#include "compiler/frontend/kernel_attributes.h"
#include "compiler/frontend/own_functions.h"

#include <string>

namespace lanewise {

struct SourceFacts {
  KernelAttributes attributes;
  DeclarationPlaces places;  // for the places of errors
  OwnDeclarations ownDeclarations;
  DestroyedObjects destroyedObjects;
  std::string suffix;  // makes the names of constructors differ from those of other modules
};

}  // namespace lanewise
