// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes functions out of line of parts of a kernel, for fuzzers: the result must be the same.
#pragma once

#include <cstdint>
#include <random>

namespace llvm {
class Module;
}

namespace lanewise::fuzz {

/// \pre The form before stage link. Returns the number of functions: parts that cannot be functions
/// stay as they are.
unsigned makeFunctionsOutOfLine(llvm::Module& module, std::mt19937_64& random);

}  // namespace lanewise::fuzz
