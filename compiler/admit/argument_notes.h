// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What strings of a module say of arguments and attributes of kernels that types of SPIR-V do not:
// KernelNotes of our front end, and what llvm-spirv writes on demand. For reflect.cpp.
#pragma once

#include "compiler/admit/kernel_notes.h"
#include "interface/kernel_metadata.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace lanewise::admit {

class ArgumentNotes {
 public:
  /// `text` is that of an OpString.
  void add(const std::string& text);
  /// Completes a kernel whose arguments have been read.
  void apply(KernelMetadata& kernel) const;

 private:
  void takeStrings(KernelMetadata& kernel) const;

  std::unordered_map<std::string, std::vector<std::string>> strings_;
  std::unordered_map<std::string, KernelNotes> notes_;
};

}  // namespace lanewise::admit
