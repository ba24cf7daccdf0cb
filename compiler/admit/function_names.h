// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Other names of functions in the words of a module. llvm-spirv and its reader give a meaning to
// names, so the front end and the translation change those of a program's own functions.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise::admit {

/// The new name; none if the function keeps its name.
using RenameFunction = std::function<std::optional<std::string>(std::string_view name)>;

/// The words with the names that `rename` gives: of debugging, of linking, of entry points, and in
/// the strings that describe the arguments of kernels. None if nothing is renamed.
std::optional<std::vector<uint32_t>> withFunctionNames(std::span<const uint32_t> words,
                                                       const RenameFunction& rename);

}  // namespace lanewise::admit
