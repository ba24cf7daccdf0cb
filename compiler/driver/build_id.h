// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dependencies of every reply: the compiler and its libraries.
#pragma once

#include "interface/dependency.h"

#include <vector>

namespace lanewise {

/// This library first, then the libraries that affect its output.
const std::vector<Dependency>& compilerDependencies();

}  // namespace lanewise
