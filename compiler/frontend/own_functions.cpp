// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The prefix has a character that identifiers cannot have, so that it can be removed from a name
// without a list of what was renamed.
#include "compiler/frontend/own_functions.h"

#include "compiler/frontend/spirv_words.h"

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string_view>

namespace lanewise {
namespace {

constexpr std::string_view kPrefix = "own function ";

bool isOfLanguage(const clang::FunctionDecl& function, const clang::SourceManager& sources) {
  return std::ranges::any_of(function.redecls(), [&](const clang::FunctionDecl* declaration) {
    return declaration->isImplicit() || sources.isInSystemHeader(declaration->getLocation());
  });
}

/// Where the instruction has a string that may contain a function's name; 0 if it has none.
size_t nameWord(const Instruction& i) {
  switch (i.opcode) {
    case spv::Op::OpName: return 2;
    case spv::Op::OpEntryPoint: return 3;
    case spv::Op::OpDecorate:
      return spv::Decoration(i.words[2]) == spv::Decoration::LinkageAttributes ? 3 : 0;
    case spv::Op::OpString: return stringAt(i.words, 2).starts_with("kernel_arg_") ? 2 : 0;
    default: return 0;
  }
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

std::vector<uint32_t> withOwnNames(std::span<const uint32_t> words) {
  std::vector<uint32_t> out(words.begin(), words.begin() + kHeaderWords);
  out.reserve(words.size());
  for (const Instruction& i : instructionsOf(words)) {
    const size_t at = nameWord(i);
    const std::string_view name = at ? stringAt(i.words, at) : std::string_view();
    if (!name.contains(kPrefix)) {
      out.insert(out.end(), i.words.begin(), i.words.end());
      continue;
    }
    const size_t first = out.size();
    const auto rest = i.words.subspan(at + stringWords(name));
    out.insert(out.end(), i.words.begin(), i.words.begin() + ptrdiff_t(at));
    appendString(out, withOwnNames(std::string(name)));
    out.insert(out.end(), rest.begin(), rest.end());
    out[first] = uint32_t((out.size() - first) << 16) | uint32_t(i.opcode);
  }
  return out;
}

}  // namespace lanewise
