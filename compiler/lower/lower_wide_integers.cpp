// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-wide-integers: replaces the calls of admit/integer_functions.h. An operation on N bits is
// done in 64, 128 or 256 bits; LLVM expands those of more than 64. Signed operands are extended
// from their N bits, and a result is cut to them.
#include "compiler/admit/integer_functions.h"

#include "compiler/contract/pass.h"
#include "compiler/contract/preserved_analyses.h"
#include "compiler/diagnostics/diagnostics.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <optional>

namespace lanewise {

/// Ensures: no call of admit/integer_functions.h is left. Why here: lower-arithmetic gives a value
/// to the divisions and shifts that replace them.
MODULE_PASS(LowerWideIntegersPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Binary = llvm::Instruction::BinaryOps;

/// The parts of a function's name. A type that is no integer has the width 0.
struct Operation {
  llvm::StringRef name;
  llvm::CmpInst::Predicate predicate = llvm::CmpInst::BAD_ICMP_PREDICATE;
  bool tellsOverflow = false;
  llvm::Intrinsic::ID intrinsic = llvm::Intrinsic::not_intrinsic;
  unsigned from = 0, to = 0;
};

constexpr std::pair<llvm::StringRef, Binary> kBinaries[] = {
    {"add", Binary::Add},   {"sub", Binary::Sub},   {"mul", Binary::Mul},   {"udiv", Binary::UDiv},
    {"sdiv", Binary::SDiv}, {"urem", Binary::URem}, {"srem", Binary::SRem}, {"shl", Binary::Shl},
    {"lshr", Binary::LShr}, {"ashr", Binary::AShr}, {"and", Binary::And},   {"or", Binary::Or},
    {"xor", Binary::Xor},
};

std::optional<Binary> binaryOf(llvm::StringRef name) {
  for (const auto& [known, operation] : kBinaries)
    if (known == name) return operation;
  return std::nullopt;
}

llvm::CmpInst::Predicate predicateOf(llvm::StringRef name) {
  for (const llvm::CmpInst::Predicate predicate : llvm::CmpInst::ICmpPredicates())
    if (llvm::CmpInst::getPredicateName(predicate) == name) return predicate;
  return llvm::CmpInst::BAD_ICMP_PREDICATE;
}

unsigned widthOf(llvm::StringRef text) {
  unsigned width = 0;
  return text.getAsInteger(10, width) ? 0 : width;
}

Operation parse(llvm::StringRef function) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  function.drop_front(admit::kIntegerFunctionPrefix.size()).split(parts, '_');
  Operation operation{.name = parts[0]};
  operation.to = widthOf(parts.back());
  operation.from = parts.size() > 2 ? widthOf(parts[1]) : operation.to;
  if (parts[0] == "icmp" && parts.size() == 3) operation.predicate = predicateOf(parts[1]);
  operation.tellsOverflow = parts.size() == 3 && parts[1] == "overflow";
  if (parts[0] == "intrinsic" && parts.size() == 3)
    operation.intrinsic = llvm::Function::lookupIntrinsicID(("llvm." + parts[1]).str());
  if (operation.tellsOverflow || parts[0] == "icmp" || operation.intrinsic)
    operation.from = operation.to;
  return operation;
}

/// Replaces one call.
class Lowering {
 public:
  Lowering(llvm::CallInst& call, const Operation& operation)
      : builder_(&call), call_(call), operation_(operation) {}

  /// Null if the name or the type is not one that the front end writes.
  llvm::Value* run() {
    const auto binary = binaryOf(operation_.name);
    if (binary && call_.arg_size() == 2) return compute(*binary);
    if (operation_.tellsOverflow && call_.arg_size() == 2) return overflow();
    if (operation_.predicate != llvm::CmpInst::BAD_ICMP_PREDICATE && call_.arg_size() == 2) {
      const bool isSigned = llvm::CmpInst::isSigned(operation_.predicate);
      return builder_.CreateICmp(operation_.predicate, operand(0, isSigned), operand(1, isSigned));
    }
    if (operation_.intrinsic) return callIntrinsic();
    return call_.arg_size() == 1 ? convert() : nullptr;
  }

 private:
  static unsigned workingWidth(unsigned bits) {
    return std::max(64u, unsigned(llvm::PowerOf2Ceil(bits)));
  }

  /// An operand in 64, 128 or 256 bits.
  llvm::Value* operand(unsigned index, bool isSigned) {
    return widened(call_.getArgOperand(index), operation_.from, isSigned,
                   workingWidth(operation_.from));
  }

  llvm::Value* asNumber(llvm::Value* value) {
    llvm::Type* type = value->getType();
    if (!type->isVectorTy()) return value;
    return builder_.CreateBitCast(value, builder_.getIntNTy(type->getPrimitiveSizeInBits()));
  }

  llvm::Value* widened(llvm::Value* value, unsigned bits, bool isSigned, unsigned width) {
    llvm::Type* type = builder_.getIntNTy(width);
    value = asNumber(value);
    if (value->getType()->getIntegerBitWidth() == bits)
      return isSigned ? builder_.CreateSExt(value, type) : builder_.CreateZExt(value, type);
    value = builder_.CreateZExtOrTrunc(value, type);
    return isSigned ? extended(value, bits) : value;
  }

  /// The signed number in the lower bits.
  llvm::Value* extended(llvm::Value* value, unsigned bits) {
    const unsigned above = value->getType()->getIntegerBitWidth() - bits;
    return above == 0 ? value : builder_.CreateAShr(builder_.CreateShl(value, above), above);
  }

  llvm::Value* cut(llvm::Value* value, unsigned bits) {
    const unsigned width = value->getType()->getIntegerBitWidth();
    if (width <= bits) return value;
    return builder_.CreateAnd(
        value, llvm::ConstantInt::get(value->getType(), llvm::APInt::getLowBitsSet(width, bits)));
  }

  /// As the call's type passes a number of this many bits.
  llvm::Value* passed(llvm::Value* value, unsigned bits) {
    llvm::Type* type = call_.getType();
    value = builder_.CreateZExtOrTrunc(cut(value, bits),
                                       builder_.getIntNTy(type->getPrimitiveSizeInBits()));
    return builder_.CreateBitCast(value, type);
  }

  llvm::Value* compute(Binary binary) {
    const bool isSigned =
        binary == Binary::SDiv || binary == Binary::SRem || binary == Binary::AShr;
    llvm::Value* a = operand(0, isSigned);
    llvm::Value* b = operand(1, isSigned && binary != Binary::AShr);
    return passed(builder_.CreateBinOp(binary, a, b), operation_.to);
  }

  /// Calls an intrinsic on 128 bits. A flag behind the operands is false: no result is undefined.
  llvm::Value* callIntrinsic() {
    llvm::SmallVector<llvm::Value*> operands;
    for (unsigned i = 0; i < call_.arg_size(); ++i) operands.push_back(operand(i, false));
    const unsigned wanted = llvm::Intrinsic::getType(builder_.getContext(), operation_.intrinsic,
                                                     {builder_.getInt128Ty()})
                                ->getNumParams();
    if (operands.size() < wanted) operands.push_back(builder_.getFalse());
    if (operands.size() != wanted || operation_.to != 128) return nullptr;
    return passed(
        builder_.CreateIntrinsic(operation_.intrinsic, {builder_.getInt128Ty()}, operands),
        operation_.to);
  }

  llvm::Value* convert() {
    const llvm::StringRef name = operation_.name;
    if (name == "zext" || name == "trunc") return passed(operand(0, false), operation_.to);
    if (name == "sext") {
      llvm::Value* value = operand(0, true);
      return passed(
          builder_.CreateSExtOrTrunc(value, builder_.getIntNTy(workingWidth(operation_.to))),
          operation_.to);
    }
    if (name == "sitofp" || name == "uitofp") return toFloat(name == "sitofp");
    if (name == "fptosi" || name == "fptoui") return fromFloat(name == "fptosi");
    return nullptr;
  }

  /// The compiler runtime has no conversion of 128 bits to half. Any such number that is not exact
  /// in float is infinite in half.
  llvm::Value* toFloat(bool isSigned) {
    llvm::Type* type = call_.getType()->isHalfTy() ? builder_.getFloatTy() : call_.getType();
    llvm::Value* value = operand(0, isSigned);
    value = isSigned ? builder_.CreateSIToFP(value, type) : builder_.CreateUIToFP(value, type);
    return builder_.CreateFPCast(value, call_.getType());
  }

  llvm::Value* fromFloat(bool isSigned) {
    llvm::Value* value = call_.getArgOperand(0);
    // The compiler runtime has no conversion of half to 128 bits, and 32 hold each half.
    const unsigned width = workingWidth(operation_.to);
    llvm::Type* type = builder_.getIntNTy(value->getType()->isHalfTy() ? 32 : width);
    value = isSigned ? builder_.CreateFPToSI(value, type) : builder_.CreateFPToUI(value, type);
    value = builder_.CreateIntCast(value, builder_.getIntNTy(width), isSigned);
    // Out of range it is some value, the same wherever it is used.
    return passed(builder_.CreateFreeze(value), operation_.to);
  }

  llvm::Value* overflow() {
    const bool isSigned = operation_.name.front() == 's';
    const auto binary = binaryOf(operation_.name.drop_front());
    if (!binary) return nullptr;
    const unsigned bits = operation_.from;
    const unsigned width = exactWidth(*binary, bits);
    llvm::Value* a = widened(call_.getArgOperand(0), bits, isSigned, width);
    llvm::Value* b = widened(call_.getArgOperand(1), bits, isSigned, width);
    llvm::Value* exact = builder_.CreateBinOp(*binary, a, b);
    return builder_.CreateICmpNE(exact, isSigned ? extended(exact, bits) : cut(exact, bits));
  }

  /// A width in which no result of the operation on so many bits overflows.
  static unsigned exactWidth(Binary binary, unsigned bits) {
    const unsigned needed = binary == Binary::Mul ? 2 * bits : bits + 1;
    return std::max(64u, unsigned(llvm::PowerOf2Ceil(needed)));
  }

  Builder builder_;
  llvm::CallInst& call_;
  const Operation& operation_;
};

}  // namespace

llvm::PreservedAnalyses LowerWideIntegersPass::run(llvm::Module& module,
                                                   llvm::ModuleAnalysisManager&) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration() || !admit::isIntegerFunction(function.getName())) continue;
    const std::string name = function.getName().str();
    const Operation operation = parse(name);
    for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledOperand() != &function) continue;
      llvm::Value* value = Lowering(*call, operation).run();
      if (!value || value->getType() != call->getType()) {
        reportUnsupported(*call, "the function '" + name + "'");
        return preservesControlFlow();
      }
      changed = true;
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
    if (function.use_empty()) function.eraseFromParent();
  }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
