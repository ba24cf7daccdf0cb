// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// KernelNotes: information of the source about a kernel that SPIR-V cannot express. The front end
// writes it into its module as the text of an OpString, reflection reads it. Modules from other
// producers have none.
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
  std::string attributes;  // as CL_KERNEL_ATTRIBUTES returns them
  std::vector<Argument> arguments;
};

std::string encodeNotes(const KernelNotes& notes);
/// None if the text has another format.
std::optional<KernelNotes> decodeNotes(std::string_view text);

}  // namespace lanewise
