// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kernel-entry: writes the function that the host calls (abi::Entry). It loads arguments and sizes
// of the launch once and loops over its range of groups. The kernel is inlined into this loop.
// Inlining turns `restrict` on parameters into alias scopes of accesses.
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"
#include "compiler/contract/tier.h"
#include "compiler/contract/work_groups.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/group/unrolling.h"
#include "interface/kernel_abi.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <array>
#include <cassert>
#include <vector>

namespace lanewise {

/// Requires: kernels are code of a group. Ensures: for each there is an abi::Entry with the symbol
/// of its "lanewise-kernel" and the attributes that README.md lists; the kernel and all lanewise.*
/// calls are gone. Why here: all metadata about the kernel are known.
REQUIRED_MODULE_PASS(KernelEntryPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Triple = std::array<llvm::Value*, 3>;

llvm::LoadInst* loadInvariant(Builder& builder, llvm::Type* type, llvm::Value* block,
                              uint64_t offsetBytes, llvm::Align align) {
  llvm::Value* address =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), block, offsetBytes);
  llvm::LoadInst* load = builder.CreateAlignedLoad(type, address, align);
  load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                    llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

class EntryWriter {
 public:
  explicit EntryWriter(llvm::Function& kernel)
      : kernel_(kernel),
        observesGroups_(kernel.getFnAttributeAsParsedInteger(kObservesGroupsAttribute) != 0),
        knownSize_(knownLocalSize(kernel)),
        column_(
            static_cast<unsigned>(kernel.getFnAttributeAsParsedInteger(kColumnDimensionAttribute))),
        context_(kernel.getContext()),
        pointer_(llvm::PointerType::get(context_, 0)),
        entry_(createEntry()),
        launch_(entry_->getArg(0)),
        worker_(entry_->getArg(1)),
        start_(newBlock("entry")),
        group_(newBlock("group")),
        done_(newBlock("done")),
        builder_(start_) {}

  /// The kernel is gone afterwards and the entry has its symbol.
  void write() {
    loadLaunch();
    llvm::SmallVector<llvm::Value*> arguments = loadArguments();
    llvm::CallInst* call = loopOverGroups(arguments);
    builder_.SetInsertPoint(done_);
    builder_.CreateRetVoid();
    takeKernel(call);
    replaceCalls();
    entry_->setName(symbol_);
  }

 private:
  llvm::Function* createEntry();
  llvm::BasicBlock* newBlock(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(context_, name, entry_);
  }
  // The dimension of the code for one of the host, which knows of no exchange.
  unsigned inCode(unsigned dim) const {
    if (dim == 0) return column_;
    return dim == column_ ? 0 : dim;
  }
  Triple loadTriple(uint64_t offsetBytes) {
    Triple result;
    for (unsigned dim = 0; dim < 3; ++dim)
      result[inCode(dim)] = loadInvariant(builder_, builder_.getInt64Ty(), launch_,
                                          offsetBytes + dim * sizeof(uint64_t), llvm::Align(8));
    return result;
  }
  llvm::LoadInst* loadFrom(llvm::Value* block, llvm::Type* type, uint64_t offsetBytes) {
    return loadInvariant(builder_, type, block, offsetBytes,
                         llvm::commonAlignment(llvm::Align(8), offsetBytes));
  }
  llvm::Value* loadFlag(uint64_t offsetBytes) {
    return builder_.CreateICmpNE(loadFrom(launch_, builder_.getInt32Ty(), offsetBytes),
                                 builder_.getInt32(0));
  }
  llvm::Value* loadGroupMemory(uint64_t offsetBytes, uint64_t align) {
    llvm::LoadInst* address = loadFrom(worker_, pointer_, offsetBytes);
    address->setMetadata(kGroupMemory, llvm::MDNode::get(context_, {}));
    address->setMetadata(
        llvm::LLVMContext::MD_align,
        llvm::MDNode::get(context_, llvm::ConstantAsMetadata::get(builder_.getInt64(align))));
    return address;
  }
  void loadLaunch();
  void loadSpillArea();
  llvm::SmallVector<llvm::Value*> loadArguments();
  llvm::Value* loadArgument(llvm::StringRef source, llvm::Type* type, llvm::Value* block);
  llvm::CallInst* loopOverGroups(llvm::ArrayRef<llvm::Value*> arguments);
  void measureGroup(unsigned dim, llvm::Value* firstItem, llvm::Value* mostItems);
  // Ids and sizes of a range do not wrap.
  llvm::Value* sum(llvm::Value* a, llvm::Value* b) {
    return builder_.CreateAdd(a, b, "", /*HasNUW=*/true, /*HasNSW=*/true);
  }
  llvm::Value* difference(llvm::Value* a, llvm::Value* b) {
    return builder_.CreateSub(a, b, "", /*HasNUW=*/true, /*HasNSW=*/true);
  }
  llvm::Value* product(llvm::Value* a, llvm::Value* b) {
    return builder_.CreateMul(a, b, "", /*HasNUW=*/true, /*HasNSW=*/true);
  }
  llvm::Value* firstItemOf(llvm::Value* group, unsigned dim);
  llvm::CallInst* runRowAtOnce(llvm::ArrayRef<llvm::Value*> arguments);
  llvm::CallInst* callKernel(llvm::ArrayRef<llvm::Value*> arguments);
  void takeKernel(llvm::CallInst* call);
  void replaceCalls();
  llvm::Value* valueOf(KernelCall call, unsigned dim);

  llvm::Function& kernel_;
  const bool observesGroups_;
  const std::optional<std::array<uint64_t, 3>> knownSize_;
  const unsigned column_;  // exchanged with x
  llvm::LLVMContext& context_;
  llvm::PointerType* pointer_;
  std::string symbol_;
  llvm::Function* entry_;
  llvm::Value *launch_, *worker_;
  llvm::BasicBlock *start_, *group_, *done_;
  Builder builder_;
  Triple globalSize_, globalOffset_, enqueuedSize_, numGroups_;  // of the launch
  Triple groupId_, base_, localSize_;                            // of the group
  llvm::Value *workDim_, *hasSmallMemory_, *hasDistinctBuffers_, *isConcurrent_, *localMemory_,
      *spillArea_, *spillItems_;
  llvm::Value *arguments_, *localBytes_, *spillBytes_, *argumentBytes_;
};

llvm::Function* EntryWriter::createEntry() {
  symbol_ = kernel_.getFnAttribute(kKernelAttribute).getValueAsString().str();
  llvm::Type* number = llvm::Type::getInt64Ty(context_);
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context_),
                                       {pointer_, pointer_, number, number, number, number}, false);
  auto* entry = llvm::Function::Create(type, llvm::Function::ExternalLinkage, symbol_ + ".entry",
                                       kernel_.getParent());
  llvm::AttrBuilder attributes(context_, kernel_.getAttributes().getFnAttrs());
  for (llvm::Attribute::AttrKind ofKernel :
       {llvm::Attribute::Memory, llvm::Attribute::Convergent, llvm::Attribute::NoInline,
        llvm::Attribute::AlwaysInline, llvm::Attribute::Speculatable, llvm::Attribute::NoReturn})
    attributes.removeAttribute(ofKernel);
  attributes.removeAttribute(kKernelAttribute);
  attributes.removeAttribute(kArgumentsAttribute);
  attributes.addAttribute(kEntryOfAttribute, kernel_.getName());
  entry->setAttributes(
      llvm::AttributeList::get(context_, llvm::AttributeList::FunctionIndex, attributes));
  entry->setDoesNotThrow();
  const uint64_t sizes[] = {sizeof(abi::Launch), sizeof(abi::Worker)};
  const char* names[] = {"launch", "worker"};
  for (unsigned i = 0; i < 2; ++i) {
    llvm::AttrBuilder block(context_);
    block.addAttribute(llvm::Attribute::NoAlias).addAttribute(llvm::Attribute::NonNull);
    block.addAttribute(llvm::Attribute::NoUndef).addAttribute(llvm::Attribute::ReadOnly);
    block.addDereferenceableAttr(sizes[i]).addAlignmentAttr(llvm::Align(8));
    entry->addParamAttrs(i, block);
    entry->getArg(i)->setName(names[i]);
  }
  entry->getArg(2)->setName("first");
  entry->getArg(3)->setName("end");
  entry->getArg(4)->setName("y");
  entry->getArg(5)->setName("z");
  return entry;
}

void EntryWriter::loadLaunch() {
  assert((observesGroups_ || !knownSize_) && "groups of a known size run one by one");
  globalSize_ = loadTriple(offsetof(abi::Launch, globalSize));
  globalOffset_ = loadTriple(offsetof(abi::Launch, globalOffset));
  if (knownSize_)
    for (unsigned dim = 0; dim < 3; ++dim)
      enqueuedSize_[dim] = builder_.getInt64((*knownSize_)[dim]);
  else
    enqueuedSize_ = loadTriple(offsetof(abi::Launch, localSize));
  numGroups_ = loadTriple(offsetof(abi::Launch, numGroups));
  // The host may run a kernel that does not observe its groups in groups of another size.
  if (observesGroups_ && !knownSize_) {
    const std::array<uint64_t, 3> required = requiredLocalSize(kernel_);
    for (unsigned dim = 0; dim < 3; ++dim)
      if (required[dim]) enqueuedSize_[dim] = builder_.getInt64(required[dim]);
  }
  workDim_ = loadFrom(launch_, builder_.getInt32Ty(), offsetof(abi::Launch, workDim));
  hasSmallMemory_ = tierOf(kernel_) == Tier::Kind ? builder_.getTrue()
                                                  : loadFlag(offsetof(abi::Launch, hasSmallMemory));
  hasDistinctBuffers_ = loadFlag(offsetof(abi::Launch, hasDistinctBuffers));
  isConcurrent_ = loadFlag(offsetof(abi::Launch, isConcurrent));
  localMemory_ = loadGroupMemory(offsetof(abi::Worker, localMemory), abi::kMostVariableAlignment);
  arguments_ = loadFrom(launch_, pointer_, offsetof(abi::Launch, arguments));
  localBytes_ = loadFrom(launch_, builder_.getInt64Ty(), offsetof(abi::Launch, localBytes));
  spillBytes_ = loadFrom(launch_, builder_.getInt64Ty(), offsetof(abi::Launch, spillBytes));
  argumentBytes_ = loadFrom(launch_, builder_.getInt64Ty(), offsetof(abi::Launch, argumentBytes));
  loadSpillArea();
}

// Where it is aligned by more than the host's blocks, it begins behind the first bytes of its block
// (kSpillAlignmentAttribute).
void EntryWriter::loadSpillArea() {
  spillArea_ = loadGroupMemory(offsetof(abi::Worker, spillArea), abi::kBlockAlignment);
  uint64_t fixedBytes = kernel_.getFnAttributeAsParsedInteger(kSpillFixedBytesAttribute);
  const uint64_t align = kernel_.getFnAttributeAsParsedInteger(kSpillAlignmentAttribute);
  if (align > abi::kBlockAlignment) {
    const uint64_t before = align - abi::kBlockAlignment;
    llvm::Value* behind =
        builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), spillArea_, before);
    spillArea_ =
        builder_.CreateIntrinsic(llvm::Intrinsic::ptrmask, {pointer_, builder_.getInt64Ty()},
                                 {behind, builder_.getInt64(-align)});
    spillBytes_ = builder_.CreateSub(spillBytes_, builder_.getInt64(before));
    fixedBytes -= before;
  }
  spillItems_ = builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), spillArea_, fixedBytes);
}

llvm::SmallVector<llvm::Value*> EntryWriter::loadArguments() {
  llvm::SmallVector<llvm::StringRef> sources;
  llvm::StringRef text = kernel_.getFnAttribute(kArgumentsAttribute).getValueAsString();
  text.split(sources, ',', -1, /*KeepEmpty=*/false);
  assert(sources.size() == kernel_.arg_size() && "every parameter has its place");
  llvm::SmallVector<llvm::Value*> arguments;
  for (llvm::Argument& parameter : kernel_.args()) {
    llvm::Value* argument =
        loadArgument(sources[parameter.getArgNo()], parameter.getType(), arguments_);
    argument->setName(parameter.getName());
    arguments.push_back(argument);
  }
  return arguments;
}

llvm::Value* EntryWriter::loadArgument(llvm::StringRef source, llvm::Type* type,
                                       llvm::Value* block) {
  uint64_t offsetBytes = 0;
  [[maybe_unused]] const bool bad = source.drop_front().getAsInteger(10, offsetBytes);
  assert(!bad && "a letter and a number");
  switch (source.front()) {
    case 'b': return builder_.CreateConstInBoundsGEP1_64(builder_.getInt8Ty(), block, offsetBytes);
    case 'l':
      return builder_.CreateInBoundsGEP(builder_.getInt8Ty(), localMemory_,
                                        loadFrom(block, builder_.getInt64Ty(), offsetBytes));
    default: break;
  }
  // The block is aligned as every argument in it is; the offset gives the alignment.
  const llvm::Align align = llvm::commonAlignment(llvm::Align(abi::kBlockAlignment), offsetBytes);
  return loadInvariant(builder_, type, block, offsetBytes, align);
}

llvm::Value* EntryWriter::firstItemOf(llvm::Value* group, unsigned dim) {
  return product(group, enqueuedSize_[dim]);
}

// Size and first id of the current group.
void EntryWriter::measureGroup(unsigned dim, llvm::Value* firstItem, llvm::Value* mostItems) {
  base_[dim] = sum(firstItem, globalOffset_[dim]);
  if (knownSize_ && mostItems == enqueuedSize_[dim]) {
    localSize_[dim] = mostItems;
    return;
  }
  llvm::Value* left = difference(globalSize_[dim], firstItem);
  localSize_[dim] = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, mostItems, left);
}

llvm::CallInst* EntryWriter::callKernel(llvm::ArrayRef<llvm::Value*> arguments) {
  // A kernel that does not observe its groups has no local memory.
  if (observesGroups_ && kernel_.getParent()->getModuleFlag(kInitializeLocalFlag))
    builder_.CreateMemSet(localMemory_, builder_.getInt8(0), localBytes_,
                          llvm::Align(abi::kMostVariableAlignment));
  llvm::CallInst* call = builder_.CreateCall(&kernel_, arguments);
  call->setCallingConv(kernel_.getCallingConv());
  return call;
}

llvm::CallInst* EntryWriter::loopOverGroups(llvm::ArrayRef<llvm::Value*> arguments) {
  for (unsigned ofHost : {1, 2}) {
    const unsigned dim = inCode(ofHost);
    groupId_[dim] = entry_->getArg(3 + ofHost);
    measureGroup(dim, firstItemOf(groupId_[dim], dim), enqueuedSize_[dim]);
  }
  builder_.CreateBr(group_);
  builder_.SetInsertPoint(group_);
  if (!observesGroups_) return runRowAtOnce(arguments);
  llvm::PHINode* current = builder_.CreatePHI(builder_.getInt64Ty(), 2, "x");
  const unsigned along = inCode(0);
  groupId_[along] = current;
  measureGroup(along, firstItemOf(current, along), enqueuedSize_[along]);
  llvm::CallInst* call = callKernel(arguments);
  llvm::Value* next = sum(current, builder_.getInt64(1));
  current->addIncoming(entry_->getArg(2), start_);
  current->addIncoming(next, group_);
  markGroupLoop(
      *builder_.CreateCondBr(builder_.CreateICmpEQ(next, entry_->getArg(3)), done_, group_));
  return call;
}

// The groups as a single one, for a kernel that cannot tell: small groups cost as little as large
// ones.
llvm::CallInst* EntryWriter::runRowAtOnce(llvm::ArrayRef<llvm::Value*> arguments) {
  groupId_[0] = entry_->getArg(2);
  llvm::Value* firstItem = firstItemOf(groupId_[0], 0);
  measureGroup(0, firstItem, difference(firstItemOf(entry_->getArg(3), 0), firstItem));
  llvm::CallInst* call = callKernel(arguments);
  builder_.CreateBr(done_);
  return call;
}

void EntryWriter::takeKernel(llvm::CallInst* call) {
  entry_->setSubprogram(kernel_.getSubprogram());
  kernel_.setSubprogram(nullptr);
  llvm::InlineFunctionInfo info;
  const llvm::InlineResult result = llvm::InlineFunction(*call, info);
  if (!result.isSuccess()) {
    reportUnsupported(
        kernel_, llvm::Twine("kernel code that cannot be inlined: ") + result.getFailureReason());
    return;
  }
  kernel_.replaceAllUsesWith(llvm::PoisonValue::get(kernel_.getType()));
  kernel_.eraseFromParent();
}

llvm::Value* EntryWriter::valueOf(KernelCall call, unsigned dim) {
  switch (call) {
    case KernelCall::GlobalSize: return globalSize_[dim];
    case KernelCall::GlobalOffset: return globalOffset_[dim];
    case KernelCall::EnqueuedLocalSize: return enqueuedSize_[dim];
    case KernelCall::NumGroups: return numGroups_[dim];
    case KernelCall::GroupId: return groupId_[dim];
    case KernelCall::GroupBase: return base_[dim];
    case KernelCall::LocalSize: return localSize_[dim];
    case KernelCall::LocalMemory: return localMemory_;
    case KernelCall::SpillArea: return spillArea_;
    case KernelCall::SpillItems: return spillItems_;
    case KernelCall::WorkDim: return workDim_;
    case KernelCall::HasSmallMemory: return hasSmallMemory_;
    case KernelCall::HasDistinctBuffers: return hasDistinctBuffers_;
    case KernelCall::IsConcurrent: return isConcurrent_;
    case KernelCall::LaunchPointer: return launch_;
    case KernelCall::LocalBytes: return localBytes_;
    case KernelCall::SpillBytes: return spillBytes_;
    case KernelCall::Arguments: return arguments_;
    case KernelCall::ArgumentBytes: return argumentBytes_;
    default: return nullptr;
  }
}

void EntryWriter::replaceCalls() {
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(*entry_))) {
    const std::optional<KernelCall> kind = kernelCallOf(instruction);
    if (!kind) continue;
    auto& call = llvm::cast<llvm::CallInst>(instruction);
    llvm::Value* value = valueOf(*kind, dimensionOf(call));
    assert(value && "calls of work-items are gone after work-item-loops");
    call.replaceAllUsesWith(value);
    call.eraseFromParent();
  }
}

void eraseDeclarations(llvm::Module& module) {
  for (llvm::Function& function : llvm::make_early_inc_range(module))
    if (function.isDeclaration() && function.use_empty() &&
        function.getName().starts_with("lanewise."))
      function.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses KernelEntryPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const auto kernels = kernelsOf(module);
  for (llvm::Function* kernel : kernels) EntryWriter(*kernel).write();
  eraseDeclarations(module);
  return kernels.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace lanewise
