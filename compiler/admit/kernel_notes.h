// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KernelNotes: what a source says about a kernel that SPIR-V has no words for. The front end writes
// them into its module as the text of an OpString, reflection reads them from there; modules of
// other makers have none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {

struct KernelNotes {
  struct Argument {
    std::string type;        // as declared, without white space and qualifiers
    std::string qualifiers;  // "const restrict"
    std::string name;
  };
  std::string kernel;
  std::string attributes;  // as CL_KERNEL_ATTRIBUTES tells them
  std::vector<Argument> arguments;
};

std::string encodeNotes(const KernelNotes& notes);
/// None if the text is something else.
std::optional<KernelNotes> decodeNotes(std::string_view text);

}  // namespace lanewise
