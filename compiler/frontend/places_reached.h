// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The place in the source that Clang has reached, for programs on which it has crashed.
#pragma once

#include <functional>
#include <memory>
#include <string>

namespace clang {
class ASTConsumer;
class CompilerInstance;
}  // namespace clang

namespace lanewise {

/// Gets places of the form "a.cl:1:2".
using NotePlace = std::function<void(const std::string& place)>;

/// Notes the place of each token that the parser gets.
void notePlaces(clang::CompilerInstance& compiler, const NotePlace& note);
/// Notes the place of each function whose code is generated next.
std::unique_ptr<clang::ASTConsumer> makePlaceNoter(clang::CompilerInstance& compiler,
                                                   const NotePlace& note);

}  // namespace lanewise
