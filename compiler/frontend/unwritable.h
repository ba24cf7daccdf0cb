// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds extensions of C that Clang accepts and SPIR-V cannot express.
#pragma once

#include "compiler/frontend/declaration_places.h"

#include <optional>

namespace llvm {
class Module;
}

namespace lanewise {

/// The first such construct in the code of `module`; none if all of it can be written as SPIR-V.
std::optional<Diagnostic> findUnwritable(const llvm::Module& module,
                                         const DeclarationPlaces& places);

}  // namespace lanewise
