// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang declares a function of OpenCL when a program first uses its name, if nothing else has the
// name. So an own overload hides all of OpenCL's, and max(1.5f, x) calls an own max(int, uint).
// Programs that have such overloads are compiled again, with OpenCL's functions of these names
// declared in advance.
#pragma once

#include <memory>
#include <set>
#include <string>

namespace clang {
class ASTConsumer;
}

namespace lanewise {

using FunctionNames = std::set<std::string, std::less<>>;

/// A declaration of this name ends the language header.
inline constexpr const char* kEndOfLanguageHeader = "__lanewise_end_of_language";

struct Overloads {
  /// The names of OpenCL's functions that the program overloads.
  FunctionNames names;
  /// Own functions that Clang refuses beside OpenCL's of the same parameters: "max(int, int)".
  FunctionNames refused;
  bool operator==(const Overloads&) const = default;
};

/// Declares OpenCL's functions of the names in `known`, without those that `known` has as refused,
/// behind the language header. Adds to `found` what the program has.
std::unique_ptr<clang::ASTConsumer> makeOverloadReader(const Overloads& known, Overloads& found);

}  // namespace lanewise
