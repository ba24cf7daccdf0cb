// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs of lanewise-cc as the state of a Build.
#pragma once

namespace lanewise {
struct Build;
}

namespace lanewise::cc {

struct Arguments;

/// Reads the files: SPIR-V into the request (or as admitted words), LLVM IR as the module; sets
/// arguments.from if it is not given. False after an error, which has been printed.
bool readInput(Arguments& arguments, Build& build);

}  // namespace lanewise::cc
