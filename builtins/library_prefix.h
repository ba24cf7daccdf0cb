// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The beginning of the names of all functions of the device library, and of no other functions.
#pragma once

#include <string_view>

namespace lanewise {

inline constexpr std::string_view kLibraryPrefix = "lw_";

}  // namespace lanewise
