// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions in namespaces and classes hide OpenCL's by the rules of C++. So do functions of C
// without the attribute `overloadable`, which Clang would refuse beside OpenCL's.
#include "compiler/frontend/own_overloads.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Lookup.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>

namespace lanewise {
namespace {

class OverloadReader final : public clang::SemaConsumer {
 public:
  OverloadReader(const Overloads& known, Overloads& found) : known_(known), found_(found) {}

  void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (group.isSingleDecl() && isEndOfHeader(*group.getSingleDecl()))
      for (const std::string& name : known_.names) declare(name);
    for (const clang::Decl* declaration : group) visit(*declaration);
    return true;
  }

 private:
  static bool isEndOfHeader(const clang::Decl& declaration) {
    const auto* named = llvm::dyn_cast<clang::NamedDecl>(&declaration);
    return named && named->getIdentifier() && named->getName() == kEndOfLanguageHeader;
  }

  void visit(const clang::Decl& declaration) {
    if (const auto* block = llvm::dyn_cast<clang::LinkageSpecDecl>(&declaration))
      for (const clang::Decl* inner : block->decls()) visit(*inner);
    else if (const clang::FunctionDecl* function = declaration.getAsFunction())
      read(*function);
  }

  void read(const clang::FunctionDecl& function) {
    const clang::ASTContext& context = function.getASTContext();
    const bool isOwn = !function.isImplicit() && function.getIdentifier() &&
                       !context.getSourceManager().isInSystemHeader(function.getLocation());
    const bool isOverload =
        context.getLangOpts().OpenCLCPlusPlus || function.hasAttr<clang::OverloadableAttr>();
    if (!isOwn || !isOverload) return;
    const std::string name = function.getName().str();
    if (!found_.names.contains(name) && !functionsOfOpenCl(*function.getIdentifier()).empty())
      found_.names.insert(name);
    if (function.isInvalidDecl() && known_.names.contains(name))
      found_.refused.insert(signatureOf(function));
  }

  static std::string signatureOf(const clang::FunctionDecl& function) {
    std::string text = function.getName().str() + "(";
    if (const auto* type = function.getType()->getAs<clang::FunctionProtoType>())
      for (const clang::QualType parameter : type->param_types())
        text += parameter.getCanonicalType().getUnqualifiedType().getAsString() + ", ";
    return text + ")";
  }

  llvm::SmallVector<clang::NamedDecl*> functionsOfOpenCl(const clang::IdentifierInfo& name) {
    clang::LookupResult found(*sema_, &name, clang::SourceLocation(),
                              clang::Sema::LookupOrdinaryName);
    found.suppressDiagnostics();
    sema_->LookupBuiltin(found);
    llvm::SmallVector<clang::NamedDecl*> functions;
    for (clang::NamedDecl* declaration : found)
      if (llvm::isa<clang::FunctionDecl>(declaration)) functions.push_back(declaration);
    return functions;
  }

  void declare(const std::string& name) {
    for (clang::NamedDecl* function : functionsOfOpenCl(sema_->getASTContext().Idents.get(name)))
      if (!known_.refused.contains(signatureOf(*llvm::cast<clang::FunctionDecl>(function))))
        sema_->PushOnScopeChains(function, sema_->TUScope, /*AddToContext=*/true);
  }

  const Overloads& known_;
  Overloads& found_;
  clang::Sema* sema_ = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> makeOverloadReader(const Overloads& known, Overloads& found) {
  return std::make_unique<OverloadReader>(known, found);
}

}  // namespace lanewise
