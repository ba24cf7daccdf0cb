// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the declaration that Clang made a function or a global variable of, by its name in the
// module. opencl_c.cpp asks while it has the AST, for errors about them.
#include "compiler/frontend/declaration_places.h"

#include "compiler/frontend/clang_place.h"

#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/Expr.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

const clang::VarDecl* variableIn(const clang::DeclContext& context, llvm::StringRef name) {
  for (const clang::Decl* declaration : context.decls())
    if (const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration))
      if (variable->getIdentifier() && variable->getName() == name) return variable;
  return nullptr;
}

// Variables of functions are called <function>.<variable>, with a number where there are several.
const clang::Decl* declarationOf(llvm::StringRef name, clang::CodeGenerator& generator) {
  if (const clang::Decl* declaration = generator.GetDeclForMangledName(name)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
    const clang::VarDecl* definition = variable ? variable->getDefinition() : nullptr;
    return definition ? definition : declaration;
  }
  const auto [function, variable] = name.split('.');
  const clang::Decl* around = generator.GetDeclForMangledName(function);
  const auto* context = llvm::dyn_cast_or_null<clang::FunctionDecl>(around);
  return context ? variableIn(*context, variable.split('.').first) : nullptr;
}

// Also in namespaces and in extern "C".
const clang::Decl* assemblyIn(const clang::DeclContext& context) {
  for (const clang::Decl* declaration : context.decls()) {
    const auto* assembly = llvm::dyn_cast<clang::FileScopeAsmDecl>(declaration);
    if (assembly && !assembly->getAsmString()->getString().trim().empty()) return assembly;
    const bool isScope = llvm::isa<clang::NamespaceDecl, clang::LinkageSpecDecl>(declaration);
    if (const clang::Decl* inner =
            isScope ? assemblyIn(*llvm::cast<clang::DeclContext>(declaration)) : nullptr)
      return inner;
  }
  return nullptr;
}

SourcePlace placeOf(const clang::Decl* declaration, const clang::SourceManager& sources) {
  return declaration ? lanewise::placeOf(declaration->getLocation(), sources) : SourcePlace{};
}

}  // namespace

DeclarationPlaces declarationPlaces(clang::CodeGenerator& generator,
                                    const clang::TranslationUnitDecl& unit,
                                    const clang::SourceManager& sources) {
  DeclarationPlaces places;
  const llvm::Module& module = *generator.GetModule();
  for (const llvm::GlobalValue& value : module.global_values())
    if (SourcePlace place = placeOf(declarationOf(value.getName(), generator), sources);
        !place.file.empty())
      places.named[value.getName().str()] = std::move(place);
  if (!module.getModuleInlineAsm().empty()) places.assembly = placeOf(assemblyIn(unit), sources);
  return places;
}

SourcePlace placeOf(llvm::StringRef name, const DeclarationPlaces& places) {
  const auto found = places.named.find(name.str());
  return found == places.named.end() ? SourcePlace{} : found->second;
}

}  // namespace lanewise
