// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The OpLine in front of an OpFunction, which the translator drops, for diagnostics about
// functions.
#pragma once

#include <cstdint>
#include <span>

namespace llvm {
class Module;
}

namespace lanewise {

/// Notes the lines of functions (contract/function_places.h) in `module`, which is the translation
/// of `words`. Only functions with debug information get one.
void noteFunctionLines(llvm::Module& module, std::span<const uint32_t> words);

}  // namespace lanewise
