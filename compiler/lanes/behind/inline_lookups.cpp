// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// inline-lookups: look-ups in images of known format become code of the kernel. The device library
// has their bodies as bitcode. Of each a copy is made for an image and a sampler, in which what the
// kernel knows of them (contract/known_launch.h) is constant, so that little of it is left.
#include "compiler/contract/pass.h"

#include "builtins/device_library.h"
#include "builtins/library_prefix.h"
#include "compiler/contract/function_attributes.h"
#include "compiler/contract/image_calls.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/tier.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lanes/known/library_function.h"
#include "compiler/repairs/combine_instructions.h"
#include "compiler/target/vector_registers.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <span>
#include <string>
#include <utility>

namespace lanewise {

/// Requires: look-ups in images are calls of the device library. Ensures: those in images of known
/// format are code of the kernel. Why here: they are calls for a vector of work-items.
MODULE_PASS(InlineLookupsPass);

namespace {

using Ranges = llvm::SmallVector<KnownRange, 2>;

/// The look-up whose body is copied, and the objects: those with equal keys share a copy.
using Key = std::pair<llvm::Function*, llvm::SmallVector<llvm::Value*, 2>>;

bool isBlockAccess(llvm::StringRef name) {
  return name == "ImageBlockRead" || name == "ImageBlockWrite";
}

/// What the pointers among the call's arguments are.
Key keyOf(const llvm::CallInst& call) {
  Key key(call.getCalledFunction(), {});
  for (const llvm::Use& argument : call.args())
    if (argument->getType()->isPointerTy()) key.second.push_back(argument.get());
  return key;
}

class Specializer {
 public:
  Specializer(llvm::Module& module, llvm::FunctionAnalysisManager& analyses)
      : module_(module), analyses_(analyses) {
    simplify_.addPass(llvm::SCCPPass());
    simplify_.addPass(llvm::SimplifyCFGPass());
    simplify_.addPass(llvm::EarlyCSEPass());
    simplify_.addPass(CombineInstructionsPass());
    simplify_.addPass(llvm::SimplifyCFGPass());
    simplify_.addPass(llvm::ADCEPass());
  }

  bool run(llvm::Function& kernel) {
    llvm::SmallVector<llvm::CallInst*> calls;
    for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      const llvm::StringRef name = call ? libraryName(*call) : "";
      // Calls and code have texels in different memory, as far as LLVM knows: all or none.
      if (isBlockAccess(name)) return false;
      if (!call || !imageCallOf(*call)) continue;
      if (knownOf(*call->getArgOperand(0)).empty()) return false;
      calls.push_back(call);
    }
    if (calls.empty() || !loadBodies(calls)) return false;
    std::map<Key, llvm::Function*> copies;
    for (llvm::CallInst* call : calls) {
      llvm::Function*& copy = copies[keyOf(*call)];
      if (!copy) copy = specialize(*call);
      call->setCalledFunction(copy);
    }
    for (llvm::CallInst* call : calls) {
      llvm::InlineFunctionInfo info;
      llvm::InlineFunction(*call, info);
    }
    for (const auto& [key, copy] : copies)
      if (copy->use_empty()) copy->eraseFromParent();
    for (llvm::Function* body : bodies_) body->deleteBody();  // what is not copied is called
    return true;
  }

 private:
  static Ranges knownOf(const llvm::Value& object) {
    const auto* argument = llvm::dyn_cast<llvm::Argument>(&object);
    return argument ? knownRanges(*argument->getParent(), argument->getArgNo()) : Ranges();
  }

  /// Gives the functions that are called their bodies, and others that the module declares.
  bool loadBodies(llvm::ArrayRef<llvm::CallInst*> calls);
  bool link(std::span<const std::byte> bytes);
  llvm::Function* specialize(const llvm::CallInst& call);
  void foldLoads(llvm::Argument& object, const Ranges& ranges);
  llvm::Constant* constantAt(llvm::Type* type, const llvm::APInt& offset, const Ranges& ranges);

  llvm::Module& module_;
  llvm::FunctionAnalysisManager& analyses_;
  llvm::FunctionPassManager simplify_;
  llvm::SmallVector<llvm::Function*> bodies_;
};

bool Specializer::link(std::span<const std::byte> bytes) {
  const llvm::StringRef text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  auto library = llvm::getLazyBitcodeModule(llvm::MemoryBufferRef(text, "device library"),
                                            module_.getContext());
  if (!library) {
    reportInternalError(module_, "the image look-ups of the device library cannot be read: " +
                                     llvm::toString(library.takeError()));
    return false;
  }
  (*library)->setTargetTriple(module_.getTargetTriple());
  (*library)->setDataLayout(module_.getDataLayout());
  // Flags of the library's own compilation would contradict those of the kernel's.
  if (llvm::NamedMDNode* flags = (*library)->getModuleFlagsMetadata()) flags->eraseFromParent();
  return !llvm::Linker::linkModules(module_, std::move(*library), llvm::Linker::LinkOnlyNeeded);
}

bool Specializer::loadBodies(llvm::ArrayRef<llvm::CallInst*> calls) {
  llvm::SmallPtrSet<llvm::GlobalValue*, 32> own;
  for (llvm::GlobalValue& value : module_.global_values())
    if (!value.isDeclaration()) own.insert(&value);
  std::map<const std::byte*, std::span<const std::byte>> modules;
  for (const llvm::CallInst* call : calls) {
    const llvm::StringRef name = call->getCalledFunction()->getName();
    auto bytes = builtins::moduleOf(name);
    if (bytes.empty()) bytes = builtins::imageLanes(deviceLibraryLevel(module_));
    modules.emplace(bytes.data(), bytes);
  }
  for (const auto& [start, bytes] : modules)
    if (!link(bytes)) return false;
  for (llvm::GlobalValue& value : module_.global_values()) {
    if (value.isDeclaration() || own.contains(&value)) continue;
    auto* function = llvm::dyn_cast<llvm::Function>(&value);
    if (function) stampAttributes(*function);
    if (value.getName().starts_with(kLibraryPrefix))
      bodies_.push_back(function);
    else
      value.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
  return true;
}

llvm::Constant* Specializer::constantAt(llvm::Type* type, const llvm::APInt& offset,
                                        const Ranges& ranges) {
  const llvm::DataLayout& layout = module_.getDataLayout();
  const uint64_t size = layout.getTypeStoreSize(type).getFixedValue();
  for (const KnownRange& range : ranges) {
    if (offset.ult(range.offsetBytes)) continue;
    const llvm::APInt inside = offset - range.offsetBytes;
    if ((inside + size).ugt(range.bytes.size())) continue;
    return llvm::ConstantFoldLoadFromConst(
        llvm::ConstantDataArray::get(module_.getContext(), llvm::ArrayRef(range.bytes)), type,
        inside, layout);
  }
  return nullptr;
}

void Specializer::foldLoads(llvm::Argument& object, const Ranges& ranges) {
  const llvm::DataLayout& layout = module_.getDataLayout();
  for (llvm::Instruction& instruction :
       llvm::make_early_inc_range(llvm::instructions(*object.getParent()))) {
    auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (!load) continue;
    llvm::APInt offset(64, 0);
    if (load->getPointerOperand()->stripAndAccumulateConstantOffsets(
            layout, offset, /*AllowNonInbounds=*/true) != &object)
      continue;
    if (llvm::Constant* value = constantAt(load->getType(), offset, ranges)) {
      load->replaceAllUsesWith(value);
      load->eraseFromParent();
    } else if (!ranges.empty()) {
      // No kernel writes descriptors of images and samplers.
      load->setMetadata(llvm::LLVMContext::MD_invariant_load,
                        llvm::MDNode::get(load->getContext(), {}));
    }
  }
}

llvm::Function* Specializer::specialize(const llvm::CallInst& call) {
  llvm::ValueToValueMapTy map;
  llvm::Function* copy = llvm::CloneFunction(call.getCalledFunction(), map);
  copy->setLinkage(llvm::GlobalValue::InternalLinkage);
  std::map<unsigned, Ranges> known;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value* argument = call.getArgOperand(i);
    if (!argument->getType()->isPointerTy()) continue;
    if (auto* constant = llvm::dyn_cast<llvm::Constant>(argument))
      copy->getArg(i)->replaceAllUsesWith(constant);
    else
      known[i] = knownOf(*argument);
  }
  // What becomes constant leads to further loads at constant places.
  for (unsigned round = 0; round < 2; ++round) {
    for (const auto& [argument, ranges] : known) foldLoads(*copy->getArg(argument), ranges);
    simplify_.run(*copy, analyses_);
    analyses_.invalidate(*copy, llvm::PreservedAnalyses::none());
  }
  return copy;
}

}  // namespace

llvm::PreservedAnalyses InlineLookupsPass::run(llvm::Module& module,
                                               llvm::ModuleAnalysisManager& analyses) {
  auto& functions =
      analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
  bool changed = false;
  for (llvm::Function* kernel : kernelsOf(module))
    if (tierOf(*kernel) == Tier::Kind) changed |= Specializer(module, functions).run(*kernel);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
