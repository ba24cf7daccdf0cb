// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visits the declarations once. Clang prints an attribute as " __attribute__((name(1, 2)))".
// clGetKernelInfo returns the inner part, without spaces, and one space between attributes.
#include "compiler/frontend/kernel_attributes.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/DeclCXX.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/raw_ostream.h>

namespace lanewise {
namespace {

std::string textOf(const clang::Attr& attribute, const clang::PrintingPolicy& policy) {
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  attribute.printPretty(stream, policy);
  llvm::StringRef inside = llvm::StringRef(printed).trim();
  if (!inside.consume_front("__attribute__((") || !inside.consume_back("))")) return {};
  std::string text;
  for (size_t i = 0; i < inside.size(); ++i)
    if (inside[i] != ' ' || i == 0 || inside[i - 1] != ',') text += inside[i];
  return text;
}

class AttributeReader final : public clang::ASTConsumer {
 public:
  explicit AttributeReader(KernelAttributes& attributes) : attributes_(attributes) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    if (!context.getDiagnostics().hasErrorOccurred())
      visit(*context.getTranslationUnitDecl(), context);
  }

 private:
  void visit(const clang::DeclContext& scope, const clang::ASTContext& context) {
    for (const clang::Decl* declaration : scope.decls()) {
      if (const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration)) {
        if (function->hasAttr<clang::OpenCLKernelAttr>()) read(*function, context);
      } else if (const auto* inner = llvm::dyn_cast<clang::DeclContext>(declaration)) {
        if (inner->isFileContext() || llvm::isa<clang::LinkageSpecDecl>(declaration))
          visit(*inner, context);
      }
    }
  }

  void read(const clang::FunctionDecl& kernel, const clang::ASTContext& context) {
    if (!kernel.getIdentifier()) return;
    llvm::SmallVector<const clang::Attr*> given;
    for (const clang::Attr* attribute : kernel.attrs())
      if (!attribute->isImplicit() && attribute->getLocation().isValid())
        given.push_back(attribute);
    const clang::SourceManager& sources = context.getSourceManager();
    llvm::stable_sort(given, [&](const clang::Attr* a, const clang::Attr* b) {
      return sources.isBeforeInTranslationUnit(a->getLocation(), b->getLocation());
    });
    // A later declaration has the attributes of the earlier ones, too.
    std::string& all = attributes_[kernel.getName().str()];
    all.clear();
    for (const clang::Attr* attribute : given) {
      const std::string text = textOf(*attribute, context.getPrintingPolicy());
      if (!text.empty()) all.append(all.empty() ? "" : " ").append(text);
    }
  }

  KernelAttributes& attributes_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> makeAttributeReader(KernelAttributes& attributes) {
  return std::make_unique<AttributeReader>(attributes);
}

}  // namespace lanewise
