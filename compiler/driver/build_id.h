// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every reply of this compiler depends on, whatever the request: the compiler itself.
#pragma once

#include "interface/dependency.h"

#include <vector>

namespace lanewise {

/// This library first, then those it uses that change what it makes.
const std::vector<Dependency>& compilerDependencies();

}  // namespace lanewise
