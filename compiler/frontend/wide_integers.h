// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers of up to 256 bits that SPIR-V does not have: __int128, _BitInt, constants above the
// largest long, and the intermediate results of __builtin_add_overflow.
#pragma once

namespace llvm {
class Module;
}

namespace lanewise {

/// Passes such integers in those of 64 bits, and replaces operations on them by calls of the
/// functions of admit/integer_functions.h.
/// \pre replaceMemoryTypes(), and stack slots are promoted.
void replaceWideIntegers(llvm::Module& module);

}  // namespace lanewise
