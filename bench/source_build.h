// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a process of its own does in the benchmarks of builds from source.
#pragma once

#include <string>

namespace bench {

/// Builds the program `name` so many times, each time with a text that no cache knows, and runs
/// all its kernels; 0 times is once with the text as it is, which a cache may know. The peer is open.
void buildSources(const std::string& name, int times);

}  // namespace bench
