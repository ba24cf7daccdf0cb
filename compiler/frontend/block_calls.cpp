// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clang takes every cast from a block to a block for one that does not change the address space: a
// literal is a block in private memory, and the type of the cast one in generic memory. To find the
// block that a function gets, it looks through casts but not through parentheses. It does not
// convert the flags to the type of its own function.
#include "compiler/frontend/block_calls.h"

#include "compiler/repairs/repairs.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Builtins.h>

namespace lanewise {
namespace {

class Repairer final : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Repairer> {
 public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    if (!group.isNull()) context_ = &(*group.begin())->getASTContext();
    for (clang::Decl* declaration : group)
      if (declaration->getASTContext().getLangOpts().Blocks) TraverseDecl(declaration);
    return true;
  }

  bool VisitCallExpr(clang::CallExpr* call) {
    if (isRepaired(Repair::BlockParentheses))
      for (unsigned i = 0; i < call->getNumArgs(); ++i)
        if (call->getArg(i)->getType()->isBlockPointerType())
          call->setArg(i, call->getArg(i)->IgnoreParens());
    if (isRepaired(Repair::EnqueueFlags) &&
        call->getBuiltinCallee() == clang::Builtin::BIenqueue_kernel)
      call->setArg(kFlags, flagsOf32Bits(*call->getArg(kFlags)));
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

 private:
  static constexpr unsigned kFlags = 1;  // argument of enqueue_kernel

  clang::Expr* cast(clang::Expr& value, clang::CastKind kind, clang::QualType type) {
    return clang::ImplicitCastExpr::Create(*context_, type, kind, &value, nullptr,
                                           clang::VK_PRValue, clang::FPOptionsOverride());
  }

  clang::Expr* flagsOf32Bits(clang::Expr& flags) {
    const clang::QualType type = flags.getType();
    if (!type->isIntegerType() || context_->getTypeSize(type) == 32) return &flags;
    clang::Expr& value = flags.isGLValue()
                             ? *cast(flags, clang::CK_LValueToRValue, type.getUnqualifiedType())
                             : flags;
    return cast(value, clang::CK_IntegralCast, context_->UnsignedIntTy);
  }

  clang::ASTContext* context_ = nullptr;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> makeBlockCallRepairer() { return std::make_unique<Repairer>(); }

}  // namespace lanewise
