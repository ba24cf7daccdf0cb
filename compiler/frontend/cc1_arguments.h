// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the options of clBuildProgram to the arguments of Clang's -cc1.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lanewise {

struct Cc1Arguments {
  std::vector<std::string> words;
  /// Names the option that is wrong; empty when all is well.
  std::string error;
};

/// `intelSubGroups`: the program may use kIntelSubGroupsHeader.
Cc1Arguments makeCc1Arguments(std::span<const std::string> options, bool intelSubGroups);

}  // namespace lanewise
