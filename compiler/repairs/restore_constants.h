// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// restore-constants, which other passes run, too: restore_constants.cpp.
#pragma once

#include "compiler/contract/pass.h"

namespace lanewise {

/// Ensures: constants that are added to numbers of 64 bits are negative where only bits that
/// nothing uses make them positive. Why here: before passes ask whether indices differ.
FUNCTION_PASS(RestoreConstantsPass);

}  // namespace lanewise
