// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CheckSite: the text by which kernel code names what a check has found, and where
// (compiler/contract/check_reports.h).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace lanewise {

/// Parts of the text, which has to live as long.
struct CheckSite {
  std::string_view kind;    // "memory"
  std::string_view action;  // "write of 4 bytes"
  std::string_view object;  // "argument 2"
  /// "program.cl:3:5 in function 'f'", the innermost function first; empty without lines.
  std::vector<std::string_view> places;
  /// The text of the first place's line; empty if the compiler did not have it.
  std::string_view line;
};

CheckSite parseCheckSite(std::string_view text);

/// The number behind "argument " if the object is one; -1 else.
int argumentOf(std::string_view object);

}  // namespace lanewise
