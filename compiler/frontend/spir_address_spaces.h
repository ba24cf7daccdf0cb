// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The address spaces of SPIR, as Clang numbers them.
#pragma once

namespace lanewise {

inline constexpr unsigned kGlobalSpace = 1;

}  // namespace lanewise
