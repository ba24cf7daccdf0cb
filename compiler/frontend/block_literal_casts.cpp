// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang takes every cast from a block to a block for one that does not change the address space. To
// find the block that a function gets, it looks through casts but not through parentheses.
#include "compiler/frontend/block_literal_casts.h"

#include "compiler/repairs/repairs.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace lanewise {
namespace {

class Repairer final : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Repairer> {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group)
      if (declaration->getASTContext().getLangOpts().Blocks) TraverseDecl(declaration);
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    if (!isRepaired(Repair::BlockParentheses)) return true;
    for (unsigned i = 0; i < call->getNumArgs(); ++i)
      if (call->getArg(i)->getType()->isBlockPointerType())
        call->setArg(i, call->getArg(i)->IgnoreParens());
    return true;
  }

  bool VisitCastExpr(clang::CastExpr* cast) {
    if (cast->getType()->isBlockPointerType() && isRepaired(Repair::BlockParentheses))
      cast->setSubExpr(cast->getSubExpr()->IgnoreParens());
    return true;
  }

  bool VisitCStyleCastExpr(clang::CStyleCastExpr* cast) {
    if (!isRepaired(Repair::BlockLiteralCasts)) return true;
    const clang::QualType to = cast->getType(), from = cast->getSubExpr()->getType();
    const bool isOfBlocks = cast->getCastKind() == clang::CK_BitCast && to->isBlockPointerType() &&
                            from->isBlockPointerType();
    if (isOfBlocks &&
        to->getPointeeType().getAddressSpace() != from->getPointeeType().getAddressSpace())
      cast->setCastKind(clang::CK_AddressSpaceConversion);
    return true;
  }
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> makeBlockLiteralCastRepairer() {
  return std::make_unique<Repairer>();
}

}  // namespace lanewise
