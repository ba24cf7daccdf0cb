// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the source declares what its module consists of: functions, global variables, assembly
// outside of functions. Debug information of Clang has no columns of functions, and places of
// variables only if the user asks for it.
#pragma once

#include "interface/diagnostic.h"

#include <llvm/ADT/StringRef.h>

#include <string>
#include <unordered_map>

namespace clang {
class CodeGenerator;
class SourceManager;
class TranslationUnitDecl;
}  // namespace clang

namespace lanewise {

struct DeclarationPlaces {
  /// Functions and global variables, by their names in the module.
  std::unordered_map<std::string, SourcePlace> named;
  /// The first assembly outside of functions that is not empty.
  SourcePlace assembly;
};

DeclarationPlaces declarationPlaces(clang::CodeGenerator& generator,
                                    const clang::TranslationUnitDecl& unit,
                                    const clang::SourceManager& sources);

/// The place of a function or a global variable. Empty if it is not known.
SourcePlace placeOf(llvm::StringRef name, const DeclarationPlaces& places);

}  // namespace lanewise
