// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites what SPIR-V or llvm-spirv expresses differently from Clang, or cannot express:
//  - C++ for OpenCL becomes OpenCL C: only in that language llvm-spirv 19 recognizes the functions
//  of
//    OpenCL, and only by its C name it recognizes printf
//  - constructors of program-scope objects become entry points with the execution mode Initializer
//  - destructors of such objects become an entry point with the execution mode Finalizer
//  - copies of size 0 (of empty structures) are removed
//  - the list of used globals (__attribute__((used))) is removed, the globals stay
//  - circular initializers are reported: SPIR-V cannot express them, and llvm-spirv does not
//  terminate
// Faults of Clang and of llvm-spirv are repaired on the way (compiler/repairs/). Kernel metadata of
// Clang becomes KernelNotes.
#include "compiler/frontend/prepare_module.h"

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/blocks.h"
#include "compiler/frontend/constant_operands.h"
#include "compiler/frontend/destructors.h"
#include "compiler/frontend/memory_types.h"
#include "compiler/frontend/replace_builtins.h"
#include "compiler/frontend/static_objects.h"
#include "compiler/frontend/wide_integers.h"
#include "compiler/repairs/clang_module.h"
#include "compiler/repairs/written_module.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <algorithm>
#include <string_view>

namespace lanewise {
namespace {

/// Zero becomes what the variable has where it is made, and where each of its lifetimes begins. A
/// variable whose scope a jump enters has none: it keeps its value from one iteration to the next.
void clear(llvm::AllocaInst& slot) {
  llvm::Type* type = slot.getAllocatedType();
  // Not images, samplers and events, of which some have no zero.
  if (!type->isSingleValueType() || type->isTargetExtTy()) return;
  llvm::SmallVector<llvm::Instruction*, 4> places{&slot};
  for (llvm::User* user : slot.users())
    if (auto* start = llvm::dyn_cast<llvm::LifetimeIntrinsic>(user);
        start && start->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
      places.push_back(start);
  for (llvm::Instruction* place : places)
    llvm::IRBuilder<>(place->getNextNode()).CreateStore(llvm::Constant::getNullValue(type), &slot);
}

/// Promotion takes any value for what nothing has written, and initialize-private sees only what
/// is left.
void clearPromotableSlots(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
          slot && llvm::isAllocaPromotable(slot))
        clear(*slot);
}

/// Slots that a store fills before each read.
llvm::SmallVector<llvm::AllocaInst*> filledSlots(llvm::Function& function,
                                                 const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::AllocaInst*> slots;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!slot || !llvm::isAllocaPromotable(slot)) continue;
    const auto isFilledBefore = [&](const llvm::User* load) {
      return llvm::any_of(slot->users(), [&](const llvm::User* store) {
        return llvm::isa<llvm::StoreInst>(store) &&
               dominators.dominates(llvm::cast<llvm::Instruction>(store),
                                    llvm::cast<llvm::Instruction>(load));
      });
    };
    if (llvm::all_of(slot->users(), [&](const llvm::User* user) {
          return !llvm::isa<llvm::LoadInst>(user) || isFilledBefore(user);
        }))
      slots.push_back(slot);
  }
  return slots;
}

/// The others stay, for the check that looks for such reads.
void promoteFilledSlots(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    llvm::DominatorTree dominators(function);
    for (;;) {
      const llvm::SmallVector<llvm::AllocaInst*> slots = filledSlots(function, dominators);
      if (slots.empty()) break;
      llvm::PromoteMemToReg(slots, dominators);
    }
  }
}

void promoteStackSlots(llvm::Module& module) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
  passes.run(module, modules);
}

void callItOpenClC(llvm::Module& module) {
  if (llvm::NamedMDNode* version = module.getNamedMetadata("opencl.cxx.version"))
    version->eraseFromParent();
  llvm::Function* print = module.getFunction("_Z6printfPU3AS2Kcz");
  if (print && print->isDeclaration() && !module.getFunction("printf")) print->setName("printf");
}

/// Clang collects all constructors of a program in one function.
void nameConstructors(llvm::Module& module, const std::string& suffix) {
  llvm::GlobalVariable* list = module.getGlobalVariable("llvm.global_ctors");
  if (!list) return;
  if (const auto* entries = llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer())) {
    size_t count = 0;
    for (const llvm::Use& entry : entries->operands())
      if (auto* function = llvm::dyn_cast<llvm::Function>(
              llvm::cast<llvm::ConstantStruct>(entry)->getOperand(1)))
        addEntryPoint(*function, "lanewise.constructors." + suffix + "." + std::to_string(count++),
                      spv::ExecutionMode::Initializer);
  }
  list->eraseFromParent();
}

/// Nothing is taken out before the whole program is known, and then only what its kernels cannot
/// reach.
void dropUsedLists(llvm::Module& module) {
  for (const char* name : {"llvm.used", "llvm.compiler.used"})
    if (llvm::GlobalVariable* list = module.getGlobalVariable(name)) list->eraseFromParent();
}

/// Copies of empty structures: SPIR-V has no copy of nothing.
void dropEmptyCopies(llvm::Module& module) {
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
        if (const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
            length && length->isZero())
          instruction.eraseFromParent();
}

/// Finds a variable whose initializer leads back to it.
class CircleFinder {
 public:
  const llvm::GlobalVariable* find(const llvm::Module& module) {
    for (const llvm::GlobalVariable& variable : module.globals())
      if (leadsBack(variable)) return &variable;
    return nullptr;
  }

 private:
  bool leadsBack(const llvm::GlobalVariable& variable) {
    if (!variable.hasInitializer() || done_.contains(&variable)) return false;
    if (!open_.insert(&variable).second) return true;
    if (refersBack(*variable.getInitializer())) return true;
    open_.erase(&variable);
    done_.insert(&variable);
    return false;
  }

  bool refersBack(const llvm::Constant& constant) {
    if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&constant))
      return leadsBack(*variable);
    if (passed_.contains(&constant)) return false;
    const bool found = llvm::any_of(constant.operands(), [&](const llvm::Use& operand) {
      const auto* inner = llvm::dyn_cast<llvm::Constant>(operand);
      return inner && refersBack(*inner);
    });
    // Only when all of it is known: equal constants are one, also in the initializers of two
    // variables, one of which leads to the other.
    if (!found) passed_.insert(&constant);
    return found;
  }

  llvm::DenseSet<const llvm::GlobalVariable*> open_, done_;
  llvm::DenseSet<const llvm::Constant*> passed_;
};

/// The texts of one of a kernel's metadata, one an argument.
std::string textAt(const llvm::Function& kernel, llvm::StringRef kind, unsigned index) {
  const llvm::MDNode* node = kernel.getMetadata(kind);
  if (!node || index >= node->getNumOperands()) return {};
  const auto* text = llvm::dyn_cast<llvm::MDString>(node->getOperand(index));
  return text ? text->getString().str() : std::string();
}

std::vector<KernelNotes> notesOf(const llvm::Module& module, const KernelAttributes& attributes) {
  std::vector<KernelNotes> all;
  for (const llvm::Function& function : module) {
    if (function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL || function.isDeclaration())
      continue;
    KernelNotes& notes = all.emplace_back();
    notes.kernel = function.getName();
    if (const auto found = attributes.find(notes.kernel); found != attributes.end())
      notes.attributes = found->second;
    for (unsigned i = 0; i < function.arg_size(); ++i) {
      std::string type = textAt(function, "kernel_arg_type", i);
      std::erase_if(type, [](char c) { return c == ' ' || c == '\t' || c == '\n'; });
      // The language header defines the one as the other.
      constexpr std::string_view kDefinition = "_BitInt(128)";
      if (const size_t at = type.find(kDefinition); at != type.npos)
        type.replace(at, kDefinition.size(), "__int128");
      notes.arguments.push_back({std::move(type), textAt(function, "kernel_arg_type_qual", i),
                                 textAt(function, "kernel_arg_name", i)});
    }
  }
  return all;
}

}  // namespace

void addEntryPoint(llvm::Function& function, const std::string& name, spv::ExecutionMode mode) {
  function.setName(name);
  function.setLinkage(llvm::GlobalValue::ExternalLinkage);
  function.setCallingConv(llvm::CallingConv::SPIR_KERNEL);
  llvm::LLVMContext& context = function.getContext();
  llvm::Metadata* operands[] = {llvm::ConstantAsMetadata::get(&function),
                                llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                    llvm::Type::getInt32Ty(context), uint32_t(mode)))};
  function.getParent()
      ->getOrInsertNamedMetadata("spirv.ExecutionMode")
      ->addOperand(llvm::MDNode::get(context, operands));
}

void replaceExtensions(llvm::Module& module, UnwrittenSlots unwritten) {
  replaceGuards(module);
  prepareBlocks(module);
  keepInlineFunctions(module);
  if (unwritten == UnwrittenSlots::Zero) clearPromotableSlots(module);
  if (unwritten == UnwrittenSlots::Stay)
    promoteFilledSlots(module);
  else
    promoteStackSlots(module);
  replaceBuiltins(module);
  replaceMemoryTypes(module);
  replaceWideIntegers(module);
}

llvm::Expected<Prepared> prepareModule(llvm::Module& module, const SourceFacts& source) {
  Prepared prepared;
  callItOpenClC(module);
  prepared.droppedDestructors = !moveDestructors(module, source.destroyedObjects, source.suffix);
  nameConstructors(module, source.suffix);
  dropUsedLists(module);
  dropEmptyCopies(module);
  moveConstantArrays(module);
  dropUnreadableDebugInfo(module);
  if (const llvm::GlobalVariable* variable = CircleFinder().find(module))
    return makeError(Diagnostic{.kind = DiagnosticKind::Unsupported,
                                .text = "circular initializers: the initializer of '" +
                                        variable->getName().str() +
                                        "' refers to variables whose initializers refer to it",
                                .source = placeOf(variable->getName(), source.places)});
  prepared.notes = notesOf(module, source.attributes);
  hideOwnFunctions(module, source.ownDeclarations);
  makeOperandsConstant(module);
  return prepared;
}

}  // namespace lanewise
