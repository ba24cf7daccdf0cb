// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts the options of clBuildProgram to the arguments of clang -cc1.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Error.h>

#include <span>
#include <string>
#include <vector>

namespace lanewise {

/// `headers` are included before the program, after the language header. Quoted names are searched
/// in `folder` (SourceProgram::folder), too. `without`: DeviceLimits. The error names the option
/// that is not valid.
llvm::Expected<std::vector<std::string>> makeCc1Arguments(
    std::span<const std::string> options, llvm::ArrayRef<llvm::StringRef> headers,
    const std::string& folder = {}, std::span<const std::string> without = {});

}  // namespace lanewise
