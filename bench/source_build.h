// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The process that the benchmarks of builds from source start.
#pragma once

#include <string>

namespace bench {

/// Builds the program `name` that many times, each time with a text that no cache contains, and runs
/// all its kernels. 0 builds it once with its original text, which a cache may contain. The peer is open.
void buildSources(const std::string& name, int times);

}  // namespace bench
