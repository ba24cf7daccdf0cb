// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the files that are installed with liblanewise.so, or are in the same build tree.
#pragma once

#include <initializer_list>
#include <string>

namespace lanewise {

/// The folder of liblanewise.so (of the program, where the runtime is linked into one).
std::string ownFolder();

/// The first of `places`, relative to `folder`, that is a file; else an empty text.
std::string findBeside(const std::string& folder, std::initializer_list<const char*> places);

}  // namespace lanewise
