// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The prefix has a character that identifiers cannot have, so that it can be removed from a name
// without a list of what was renamed.
#include "compiler/frontend/own_functions.h"

#include "compiler/admit/function_names.h"

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace lanewise {
namespace {

constexpr std::string_view kPrefix = "own function ";

bool isOfLanguage(const clang::FunctionDecl& function, const clang::SourceManager& sources) {
  return std::ranges::any_of(function.redecls(), [&](const clang::FunctionDecl* declaration) {
    return declaration->isImplicit() || sources.isInSystemHeader(declaration->getLocation());
  });
}

}  // namespace

OwnDeclarations ownDeclarations(clang::CodeGenerator& generator,
                                const clang::SourceManager& sources) {
  OwnDeclarations found;
  for (const llvm::Function& function : *generator.GetModule()) {
    if (!function.isDeclaration() || function.isIntrinsic()) continue;
    const clang::Decl* declaration = generator.GetDeclForMangledName(function.getName());
    // Clang's own calls, such as __read_pipe_2, have no declaration.
    const auto* known = llvm::dyn_cast_or_null<clang::FunctionDecl>(declaration);
    if (known && !isOfLanguage(*known, sources)) found.insert(function.getName().str());
  }
  return found;
}

void hideOwnFunctions(llvm::Module& module, const OwnDeclarations& declarations) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration() || declarations.contains(std::string_view(function.getName())))
      function.setName(llvm::StringRef(kPrefix) + function.getName());
}

std::string withOwnNames(std::string message) {
  for (size_t at; (at = message.find(kPrefix)) != std::string::npos;)
    message.erase(at, kPrefix.size());
  return message;
}

std::vector<uint32_t> withOwnNames(std::vector<uint32_t> words) {
  auto renamed =
      admit::withFunctionNames(words, [](std::string_view name) -> std::optional<std::string> {
        if (!name.contains(kPrefix)) return std::nullopt;
        return withOwnNames(std::string(name));
      });
  return renamed ? std::move(*renamed) : std::move(words);
}

}  // namespace lanewise
