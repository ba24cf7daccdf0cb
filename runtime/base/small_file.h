// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a small text file of /proc or /sys.
#pragma once

#include <string>

namespace lanewise {

/// The whole file, or an empty string if it cannot be read.
std::string readSmallFile(const std::string& path);

}  // namespace lanewise
