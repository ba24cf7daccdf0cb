// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// combine-instructions, which other passes run, too: combine_instructions.cpp.
#pragma once

#include "compiler/contract/pass.h"

namespace lanewise {

/// LLVM's instcombine, in whose place it runs everywhere, without mistakes that were found in it.
FUNCTION_PASS(CombineInstructionsPass);

}  // namespace lanewise
