// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Places of Clang as values of diagnostics.
#pragma once

#include "interface/diagnostic.h"

#include <clang/Basic/SourceManager.h>

namespace lanewise {

/// As #line tells; where a macro is used, not where it is defined. Empty for an invalid location.
inline SourcePlace placeOf(clang::SourceLocation location, const clang::SourceManager& sources) {
  if (location.isInvalid()) return {};
  const clang::PresumedLoc place = sources.getPresumedLoc(sources.getFileLoc(location));
  if (place.isInvalid()) return {};
  return {place.getFilename(), place.getLine(), place.getColumn()};
}

}  // namespace lanewise
