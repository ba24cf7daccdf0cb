// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Outline: changeSignature() changes functions that take or return such integers, Rewriter the
// instructions of one function. A value of such a type gets another one, its carrier.
#include "compiler/frontend/wide_integers.h"

#include "compiler/admit/integer_functions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <string>
#include <utility>

namespace lanewise {
namespace {

constexpr unsigned kWord = 64, kMostBits = 256;

bool isWide(const llvm::Type* type) {
  if (!type->isIntegerTy()) return false;
  const unsigned width = type->getIntegerBitWidth();
  return width != 1 && width != 8 && width != 16 && width != 32 && width != kWord &&
         width <= kMostBits;
}

/// 1, 2 or 4.
unsigned wordCount(unsigned bits) {
  return unsigned(llvm::PowerOf2Ceil(llvm::divideCeil(bits, kWord)));
}

/// The type that values of a type are passed in: the same one if it is not wide.
llvm::Type* carrierType(llvm::Type* type) {
  if (!isWide(type)) return type;
  llvm::Type* word = llvm::Type::getInt64Ty(type->getContext());
  const unsigned count = wordCount(type->getIntegerBitWidth());
  return count == 1 ? word : llvm::FixedVectorType::get(word, count);
}

bool isOverflowIntrinsic(const llvm::Value& value) {
  return llvm::isa<llvm::WithOverflowInst>(value);
}

/// Debug information that gives a variable such an integer.
bool isWide(const llvm::DbgVariableRecord& record) {
  return llvm::any_of(record.location_ops(),
                      [](const llvm::Value* value) { return isWide(value->getType()); });
}

/// Whether the function needs any change besides its signature.
bool hasWork(llvm::Function& function) {
  return llvm::any_of(llvm::instructions(function), [](llvm::Instruction& i) {
    return isWide(i.getType()) || isOverflowIntrinsic(i) ||
           llvm::any_of(i.operands(),
                        [](const llvm::Use& use) { return isWide(use->getType()); }) ||
           llvm::any_of(llvm::filterDbgVars(i.getDbgRecordRange()),
                        [](const llvm::DbgVariableRecord& record) { return isWide(record); });
  });
}

llvm::FunctionType* carrierType(llvm::FunctionType* type) {
  llvm::SmallVector<llvm::Type*> parameters;
  for (llvm::Type* parameter : type->params()) parameters.push_back(carrierType(parameter));
  return llvm::FunctionType::get(carrierType(type->getReturnType()), parameters, type->isVarArg());
}

/// Attributes that only integers may have.
template <class T>
void dropExtensions(T& value, llvm::FunctionType* type) {
  llvm::AttributeMask extensions;
  extensions.addAttribute(llvm::Attribute::ZExt).addAttribute(llvm::Attribute::SExt);
  if (isWide(type->getReturnType())) value.removeRetAttrs(extensions);
  for (unsigned i = 0; i < type->getNumParams(); ++i)
    if (isWide(type->getParamType(i))) value.removeParamAttrs(i, extensions);
}

/// The carrier of a number, whose upper bits are 0.
llvm::Constant* carrierOf(const llvm::APInt& value, llvm::LLVMContext& context) {
  const unsigned count = wordCount(value.getBitWidth());
  const llvm::APInt bits = value.zext(count * kWord);
  if (count == 1) return llvm::ConstantInt::get(context, bits);
  llvm::SmallVector<uint64_t> words;
  for (unsigned i = 0; i < count; ++i)
    words.push_back(bits.extractBitsAsZExtValue(kWord, i * kWord));
  return llvm::ConstantDataVector::get(context, words);
}

/// The carriers of values. Constants have theirs without a record.
class Carriers {
 public:
  void set(const llvm::Value* value, llvm::Value* carrier) { carriers_[value] = carrier; }

  llvm::Value* of(llvm::Value* value) const {
    if (!isWide(value->getType())) return value;
    if (const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value))
      return carrierOf(number->getValue(), value->getContext());
    // A value without a carrier could not be replaced: findUnwritable() rejects the module.
    llvm::Value* carrier = carriers_.lookup(value);
    return carrier ? carrier : llvm::PoisonValue::get(carrierType(value->getType()));
  }

 private:
  llvm::DenseMap<const llvm::Value*, llvm::Value*> carriers_;
};

/// Replaces the function by one whose parameters and result are carriers. The old one stays
/// without a body, for its parameters are still used.
void changeSignature(llvm::Function& function, Carriers& carriers) {
  llvm::FunctionType* before = function.getFunctionType();
  auto* changed = llvm::Function::Create(carrierType(before), function.getLinkage(),
                                         function.getAddressSpace(), "", function.getParent());
  changed->copyAttributesFrom(&function);
  dropExtensions(*changed, before);
  changed->copyMetadata(&function, 0);
  changed->takeName(&function);
  changed->splice(changed->begin(), &function);
  for (auto [old, argument] : llvm::zip(function.args(), changed->args())) {
    argument.takeName(&old);
    if (isWide(old.getType()))
      carriers.set(&old, &argument);
    else
      old.replaceAllUsesWith(&argument);
  }
  function.replaceAllUsesWith(changed);
}

/// A switch becomes a comparison for each case, in blocks one after another.
void expandSwitch(llvm::SwitchInst& choice) {
  llvm::BasicBlock* first = choice.getParent();
  llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::BasicBlock*>> edges;  // from, to
  llvm::IRBuilder<> builder(&choice);
  for (const llvm::SwitchInst::CaseHandle& one : choice.cases()) {
    llvm::BasicBlock* block = builder.GetInsertBlock();
    llvm::Value* isCase = builder.CreateICmpEQ(choice.getCondition(), one.getCaseValue());
    auto* next =
        llvm::BasicBlock::Create(choice.getContext(), "", first->getParent(), block->getNextNode());
    builder.CreateCondBr(isCase, one.getCaseSuccessor(), next);
    edges.emplace_back(block, one.getCaseSuccessor());
    builder.SetInsertPoint(next);
    builder.SetCurrentDebugLocation(choice.getDebugLoc());
  }
  edges.emplace_back(builder.GetInsertBlock(), choice.getDefaultDest());
  builder.CreateBr(choice.getDefaultDest());
  llvm::SmallDenseMap<llvm::PHINode*, llvm::Value*> values;
  for (llvm::BasicBlock* target : llvm::successors(&choice))
    for (llvm::PHINode& phi : target->phis())
      if (phi.getBasicBlockIndex(first) >= 0) values[&phi] = phi.getIncomingValueForBlock(first);
  for (const auto& [phi, value] : values) {
    while (phi->getBasicBlockIndex(first) >= 0)
      phi->removeIncomingValue(first, /*DeletePHIIfEmpty=*/false);
    for (const auto& [from, to] : edges)
      if (to == phi->getParent()) phi->addIncoming(value, from);
  }
  choice.eraseFromParent();
}

void expandSwitches(llvm::Function& function) {
  llvm::SmallVector<llvm::SwitchInst*> found;
  for (llvm::BasicBlock& block : function)
    if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block.getTerminator());
        choice && isWide(choice->getCondition()->getType()))
      found.push_back(choice);
  for (llvm::SwitchInst* choice : found) expandSwitch(*choice);
}

class Rewriter {
 public:
  Rewriter(llvm::Function& function, Carriers& carriers)
      : function_(function), module_(*function.getParent()), carriers_(carriers) {}

  void run() {
    llvm::EliminateUnreachableBlocks(function_);
    expandSwitches(function_);
    for (llvm::BasicBlock& block : function_)
      for (llvm::PHINode& phi : block.phis())
        if (isWide(phi.getType())) beginPhi(phi);
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (llvm::BasicBlock* block : order)
      for (llvm::Instruction& instruction : llvm::make_early_inc_range(*block)) visit(instruction);
    for (const auto& [old, phi] : phis_)
      for (unsigned i = 0; i < old->getNumIncomingValues(); ++i)
        phi->addIncoming(carriers_.of(old->getIncomingValue(i)), old->getIncomingBlock(i));
    replaceInDebugInformation();
    for (llvm::Instruction* old : replaced_)
      if (!old->getType()->isVoidTy())
        old->replaceAllUsesWith(llvm::PoisonValue::get(old->getType()));
    for (llvm::Instruction* old : replaced_) old->eraseFromParent();
  }

 private:
  void beginPhi(llvm::PHINode& phi) {
    auto* carrier = llvm::PHINode::Create(carrierType(phi.getType()), phi.getNumIncomingValues(),
                                          "", phi.getIterator());
    carrier->setDebugLoc(phi.getDebugLoc());
    phis_.emplace_back(&phi, carrier);
    become(phi, carrier);
  }

  void replaceInDebugInformation() {
    for (llvm::Instruction& instruction : llvm::instructions(function_))
      for (llvm::DbgVariableRecord& record : llvm::filterDbgVars(instruction.getDbgRecordRange()))
        for (unsigned i = 0; i < record.getNumVariableLocationOps(); ++i)
          if (llvm::Value* value = record.getVariableLocationOp(i); isWide(value->getType()))
            record.replaceVariableLocationOp(i, carriers_.of(value));
  }

  /// The instruction's value is `carrier`, or `carrier` is the value itself if it is not wide.
  void become(llvm::Instruction& instruction, llvm::Value* carrier) {
    if (isWide(instruction.getType()))
      carriers_.set(&instruction, carrier);
    else if (!instruction.getType()->isVoidTy())
      instruction.replaceAllUsesWith(carrier);
    replaced_.push_back(&instruction);
  }

  llvm::Value* call(llvm::IRBuilder<>& builder, const llvm::Twine& operation, llvm::Type* result,
                    llvm::ArrayRef<llvm::Value*> operands) {
    llvm::SmallVector<llvm::Value*> arguments;
    llvm::SmallVector<llvm::Type*> types;
    for (llvm::Value* operand : operands) {
      arguments.push_back(carriers_.of(operand));
      types.push_back(arguments.back()->getType());
    }
    // The name has the widths, so that functions of one name have one type.
    const std::string name = std::string(admit::kIntegerFunctionPrefix) + operation.str();
    llvm::FunctionCallee callee = module_.getOrInsertFunction(
        name, llvm::FunctionType::get(carrierType(result), types, false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    function->setDoesNotThrow();
    function->setDoesNotAccessMemory();
    llvm::CallInst* made = builder.CreateCall(callee, arguments);
    made->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    return made;
  }

  static std::string width(const llvm::Type* type) {
    if (type->isHalfTy()) return "half";
    if (type->isFloatTy()) return "float";
    if (type->isDoubleTy()) return "double";
    return std::to_string(type->getIntegerBitWidth());
  }

  void visit(llvm::Instruction& instruction) {
    if (llvm::isa<llvm::PHINode>(instruction)) return;  // run()
    if (const auto* overflow = llvm::dyn_cast<llvm::WithOverflowInst>(&instruction))
      return replaceOverflow(*overflow, instruction);
    const bool takesWide = llvm::any_of(
        instruction.operands(), [](const llvm::Use& use) { return isWide(use->getType()); });
    if (!takesWide && !isWide(instruction.getType())) return;
    llvm::IRBuilder<> builder(&instruction);
    if (llvm::Value* value = replacementOf(instruction, builder)) become(instruction, value);
  }

  /// Null if the instruction cannot be replaced. findUnwritable() reports it then.
  llvm::Value* replacementOf(llvm::Instruction& instruction, llvm::IRBuilder<>& builder) {
    if (auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
      return call(builder,
                  llvm::Twine(operation->getOpcodeName()) + "_" + width(operation->getType()),
                  operation->getType(), {operation->getOperand(0), operation->getOperand(1)});
    if (auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
      return call(builder,
                  "icmp_" + llvm::CmpInst::getPredicateName(comparison->getPredicate()) + "_" +
                      width(comparison->getOperand(0)->getType()),
                  comparison->getType(), {comparison->getOperand(0), comparison->getOperand(1)});
    if (auto* conversion = llvm::dyn_cast<llvm::CastInst>(&instruction))
      return convert(*conversion, builder);
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
      return builder.CreateSelect(select->getCondition(), carriers_.of(select->getTrueValue()),
                                  carriers_.of(select->getFalseValue()));
    if (auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction))
      return builder.CreateFreeze(carriers_.of(freeze->getOperand(0)));
    if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) return loaded(*load, builder);
    if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) return stored(*store, builder);
    if (auto* made = llvm::dyn_cast<llvm::CallInst>(&instruction)) return called(*made, builder);
    if (auto* result = llvm::dyn_cast<llvm::ReturnInst>(&instruction))
      return builder.CreateRet(carriers_.of(result->getReturnValue()));
    return nullptr;
  }

  llvm::Value* convert(llvm::CastInst& conversion, llvm::IRBuilder<>& builder) {
    llvm::Value* from = conversion.getOperand(0);
    llvm::Type* to = conversion.getType();
    switch (conversion.getOpcode()) {
      case llvm::Instruction::BitCast:
        return builder.CreateBitCast(carriers_.of(from), carrierType(to));
      case llvm::Instruction::ZExt:
      case llvm::Instruction::SExt:
      case llvm::Instruction::Trunc:
      case llvm::Instruction::SIToFP:
      case llvm::Instruction::UIToFP:
      case llvm::Instruction::FPToSI:
      case llvm::Instruction::FPToUI:
        return call(builder,
                    llvm::Twine(conversion.getOpcodeName()) + "_" + width(from->getType()) + "_" +
                        width(to),
                    to, {from});
      case llvm::Instruction::PtrToInt:
        return call(builder, "zext_64_" + width(to), to,
                    {builder.CreatePtrToInt(from, builder.getInt64Ty())});
      case llvm::Instruction::IntToPtr:
        return builder.CreateIntToPtr(
            call(builder, "trunc_" + width(from->getType()) + "_64", builder.getInt64Ty(), {from}),
            to);
      default: return nullptr;
    }
  }

  /// In memory an integer has whole words, or the next power of two below one.
  static llvm::Type* memoryType(const llvm::Type* type, const llvm::DataLayout& layout) {
    const uint64_t bytes = layout.getTypeAllocSize(const_cast<llvm::Type*>(type));
    llvm::LLVMContext& context = type->getContext();
    if (bytes <= 8) return llvm::IntegerType::get(context, unsigned(bytes * 8));
    return llvm::FixedVectorType::get(llvm::Type::getInt64Ty(context), unsigned(bytes / 8));
  }

  /// What is above the integer's own bits in memory is not known.
  llvm::Value* loaded(llvm::LoadInst& load, llvm::IRBuilder<>& builder) {
    if (load.isAtomic()) return nullptr;
    llvm::Type* type = memoryType(load.getType(), module_.getDataLayout());
    llvm::Value* value = builder.CreateAlignedLoad(type, load.getPointerOperand(), load.getAlign(),
                                                   load.isVolatile());
    if (type->isIntegerTy()) value = builder.CreateZExt(value, builder.getInt64Ty());
    const unsigned bits = load.getType()->getIntegerBitWidth();
    if (bits % kWord == 0) return value;
    return builder.CreateAnd(value, carrierOf(llvm::APInt::getAllOnes(bits), load.getContext()));
  }

  llvm::Value* stored(llvm::StoreInst& store, llvm::IRBuilder<>& builder) {
    if (store.isAtomic()) return nullptr;
    llvm::Value* value = carriers_.of(store.getValueOperand());
    llvm::Type* type = memoryType(store.getValueOperand()->getType(), module_.getDataLayout());
    if (type->isIntegerTy()) value = builder.CreateTrunc(value, type);
    return builder.CreateAlignedStore(value, store.getPointerOperand(), store.getAlign(),
                                      store.isVolatile());
  }

  /// A call for an intrinsic on numbers of 128 bits.
  llvm::Value* calledIntrinsic(const llvm::IntrinsicInst& made, llvm::IRBuilder<>& builder) {
    switch (made.getIntrinsicID()) {
      case llvm::Intrinsic::abs:
      case llvm::Intrinsic::bitreverse:
      case llvm::Intrinsic::bswap:
      case llvm::Intrinsic::ctlz:
      case llvm::Intrinsic::ctpop:
      case llvm::Intrinsic::cttz:
      case llvm::Intrinsic::fshl:
      case llvm::Intrinsic::fshr:
      case llvm::Intrinsic::sadd_sat:
      case llvm::Intrinsic::smax:
      case llvm::Intrinsic::smin:
      case llvm::Intrinsic::ssub_sat:
      case llvm::Intrinsic::uadd_sat:
      case llvm::Intrinsic::umax:
      case llvm::Intrinsic::umin:
      case llvm::Intrinsic::usub_sat: break;
      default: return nullptr;
    }
    if (made.getType()->getIntegerBitWidth() != 128) return nullptr;
    llvm::SmallVector<llvm::Value*> numbers;  // without the flag of some
    for (llvm::Value* argument : made.args())
      if (argument->getType() == made.getType()) numbers.push_back(argument);
    const llvm::StringRef name = llvm::Intrinsic::getBaseName(made.getIntrinsicID());
    return call(builder, "intrinsic_" + name.drop_front(5) + "_128", made.getType(), numbers);
  }

  llvm::Value* called(llvm::CallInst& made, llvm::IRBuilder<>& builder) {
    if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&made))
      return calledIntrinsic(*intrinsic, builder);
    llvm::SmallVector<llvm::Value*> arguments;
    for (llvm::Value* argument : made.args()) arguments.push_back(carriers_.of(argument));
    llvm::CallInst* copy =
        builder.CreateCall(carrierType(made.getFunctionType()), made.getCalledOperand(), arguments);
    copy->setCallingConv(made.getCallingConv());
    copy->setAttributes(made.getAttributes());
    dropExtensions(*copy, made.getFunctionType());
    return copy;
  }

  /// {result, overflow}: two calls, or an operation and a call.
  void replaceOverflow(const llvm::WithOverflowInst& overflow, llvm::Instruction& instruction) {
    llvm::IRBuilder<> builder(&instruction);
    llvm::Value* a = overflow.getLHS();
    llvm::Value* b = overflow.getRHS();
    const llvm::StringRef operation = llvm::Instruction::getOpcodeName(overflow.getBinaryOp());
    llvm::Value* result =
        isWide(a->getType())
            ? call(builder, operation + "_" + width(a->getType()), a->getType(), {a, b})
            : builder.CreateBinOp(overflow.getBinaryOp(), a, b);
    llvm::Value* flag = call(builder,
                             llvm::Twine(overflow.isSigned() ? "s" : "u") + operation +
                                 "_overflow_" + width(a->getType()),
                             builder.getInt1Ty(), {a, b});
    for (llvm::User* user : instruction.users()) {
      auto* part = llvm::dyn_cast<llvm::ExtractValueInst>(user);
      if (part) become(*part, part->getIndices()[0] == 0 ? result : flag);
    }
    replaced_.push_back(&instruction);
  }

  llvm::Function& function_;
  llvm::Module& module_;
  Carriers& carriers_;
  llvm::SmallVector<std::pair<llvm::PHINode*, llvm::PHINode*>> phis_;
  llvm::SmallVector<llvm::Instruction*> replaced_;
};

}  // namespace

void replaceWideIntegers(llvm::Module& module) {
  Carriers carriers;
  llvm::SmallVector<llvm::Function*> changed;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    llvm::FunctionType* type = function.getFunctionType();
    if (function.isIntrinsic() || carrierType(type) == type) continue;
    changed.push_back(&function);
    changeSignature(function, carriers);
  }
  for (llvm::Function& function : llvm::make_early_inc_range(module))
    if (!function.isDeclaration() && hasWork(function)) Rewriter(function, carriers).run();
  for (llvm::Function* function : changed) function->eraseFromParent();
}

}  // namespace lanewise
