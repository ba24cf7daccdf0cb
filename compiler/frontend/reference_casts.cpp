// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang's code generation takes the operand of such a cast for a pointer. It loads through a cast
// that changes nothing but the type from the operand's address.
#include "compiler/frontend/reference_casts.h"

#include "compiler/repairs/repairs.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace lanewise {
namespace {

class Repairer final : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Repairer> {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (!isRepaired(Repair::ReferenceCasts)) return true;
    for (clang::Decl* declaration : group)
      if (declaration->getASTContext().getLangOpts().OpenCLCPlusPlus) TraverseDecl(declaration);
    return true;
  }

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitImplicitCastExpr(clang::ImplicitCastExpr* load) {
    if (load->getCastKind() != clang::CK_LValueToRValue) return true;
    auto* cast = llvm::dyn_cast<clang::ExplicitCastExpr>(load->getSubExpr()->IgnoreParens());
    if (cast && cast->isGLValue() && cast->getCastKind() == clang::CK_AddressSpaceConversion)
      cast->setCastKind(clang::CK_LValueBitCast);
    return true;
  }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> makeReferenceCastRepairer() {
  return std::make_unique<Repairer>();
}

}  // namespace lanewise
