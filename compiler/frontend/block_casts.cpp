// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call that Clang has refused is a RecoveryExpr of the function and its arguments.
#include "compiler/frontend/block_casts.h"

#include "compiler/frontend/replaced_tokens.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Builtins.h>
#include <llvm/ADT/STLExtras.h>

namespace lanewise {
namespace {

/// True of a function of OpenCL C whose arguments may be blocks with pointers to local memory.
bool takesBlocks(const clang::Expr& callee) {
  const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(callee.IgnoreImpCasts());
  const auto* function = name ? llvm::dyn_cast<clang::FunctionDecl>(name->getDecl()) : nullptr;
  if (!function) return false;
  switch (function->getBuiltinID()) {
    case clang::Builtin::BIenqueue_kernel:
    case clang::Builtin::BIget_kernel_work_group_size:
    case clang::Builtin::BIget_kernel_preferred_work_group_size_multiple:
    case clang::Builtin::BIget_kernel_max_sub_group_size_for_ndrange:
    case clang::Builtin::BIget_kernel_sub_group_count_for_ndrange: return true;
    default: return false;
  }
}

bool isLocalPointer(clang::QualType type) {
  return type->isPointerType() &&
         type->getPointeeType().getAddressSpace() == clang::LangAS::opencl_local;
}

/// A cast in front of the first token is one of the whole argument, and Clang finds its block.
bool isBlockByName(const clang::Expr& argument) {
  return llvm::isa<clang::BlockExpr, clang::DeclRefExpr>(*argument.IgnoreParenCasts());
}

/// The number of parameters, if the argument is a block that needs a cast and may have one.
unsigned parametersToCast(const clang::Expr& argument) {
  if (!isBlockByName(argument)) return 0;
  const auto* block = argument.getType().getCanonicalType()->getAs<clang::BlockPointerType>();
  const auto* type = block ? block->getPointeeType()->getAs<clang::FunctionProtoType>() : nullptr;
  const bool isFit = type && type->getReturnType()->isVoidType() && !type->isVariadic() &&
                     llvm::all_of(type->param_types(), isLocalPointer);
  const auto isOfVoid = [](clang::QualType pointer) {
    return pointer->getPointeeType()->isVoidType();
  };
  return isFit && !llvm::all_of(type->param_types(), isOfVoid) ? type->getNumParams() : 0;
}

class Reader final : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Reader> {
 public:
  explicit Reader(BlockCasts& found) : found_(found) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl* declaration : group)
      if (declaration->getASTContext().getDiagnostics().hasErrorOccurred())
        TraverseDecl(declaration);
    return true;
  }

  bool VisitRecoveryExpr(clang::RecoveryExpr* call) {
    const llvm::ArrayRef<clang::Expr*> parts = call->subExpressions();
    if (parts.empty() || !takesBlocks(*parts.front())) return true;
    for (const clang::Expr* argument : parts.drop_front())
      if (const unsigned parameters = parametersToCast(*argument))
        found_[argument->getBeginLoc().getRawEncoding()] = parameters;
    return true;
  }

 private:
  BlockCasts& found_;
};

}  // namespace

std::unique_ptr<clang::ASTConsumer> makeBlockCastReader(BlockCasts& found) {
  return std::make_unique<Reader>(found);
}

void writeBlockCast(const BlockCasts& casts, const clang::Token& token, TokenWriter& writer) {
  if (token.isAnnotation()) return;
  const auto cast = casts.find(token.getLocation().getRawEncoding());
  if (cast == casts.end()) return;
  using namespace clang::tok;
  writer.write({l_paren, kw_void, l_paren, caret, r_paren, l_paren});
  for (unsigned i = 0; i < cast->second; ++i) {
    if (i > 0) writer.write({comma});
    writer.write({kw___local, kw_void, star});
  }
  writer.write({r_paren, r_paren});
}

}  // namespace lanewise
