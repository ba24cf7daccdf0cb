// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the declaration that Clang made a global variable of, by its name in the module.
// opencl_c.cpp asks while it has the AST, for errors about variables.
#include "compiler/frontend/variable_places.h"

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
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

}  // namespace

VariablePlaces variablePlaces(clang::CodeGenerator& generator,
                              const clang::SourceManager& sources) {
  VariablePlaces places;
  for (const llvm::GlobalVariable& variable : generator.GetModule()->globals()) {
    const clang::Decl* declaration = declarationOf(variable.getName(), generator);
    if (!declaration) continue;
    const auto place = sources.getPresumedLoc(sources.getFileLoc(declaration->getLocation()));
    if (place.isInvalid()) continue;
    places[variable.getName().str()] = {place.getFilename(), place.getLine(), place.getColumn()};
  }
  return places;
}

SourcePlace placeOf(const std::string& variable, const VariablePlaces& places) {
  const auto found = places.find(variable);
  return found == places.end() ? SourcePlace{} : found->second;
}

}  // namespace lanewise
