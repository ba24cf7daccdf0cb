// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The text of a site, the call, and the branch around an instruction.
#include "compiler/contract/check_reports.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/host_calls.h"
#include "compiler/contract/instruction_marks.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

namespace lanewise {
namespace {

std::string placeText(const llvm::DILocation& location) {
  std::string text = location.getFilename().str() + ":" + std::to_string(location.getLine()) + ":" +
                     std::to_string(location.getColumn());
  if (const llvm::DISubprogram* function = location.getScope()->getSubprogram())
    text += " in function '" + function->getName().str() + "'";
  return text;
}

/// Of the instruction, or of what it depends on, if passes have joined it from several places.
const llvm::DILocation* locationOf(const llvm::Instruction& place) {
  const llvm::DILocation* own = place.getDebugLoc().get();
  if (own && own->getLine()) return own;
  for (const llvm::Use& operand : place.operands())
    if (const auto* source = llvm::dyn_cast<llvm::Instruction>(operand))
      if (const llvm::DILocation* location = source->getDebugLoc().get();
          location && location->getLine())
        return location;
  return own;
}

struct Position {
  llvm::StringRef file;
  unsigned line;
};

/// What a directive says of the next line, in the two forms of preprocessors: `#line 7 "a.cl"` and
/// `# 7 "a.cl" 1`. Without a name, the file is that of `before`.
std::optional<Position> lineDirective(llvm::StringRef text, const Position& before) {
  text = text.ltrim();
  if (!text.consume_front("#")) return std::nullopt;
  text = text.ltrim();
  if (text.consume_front("line")) text = text.ltrim();
  Position next = before;
  if (text.consumeInteger(10, next.line)) return std::nullopt;
  text = text.ltrim();
  if (text.consume_front("\"")) next.file = text.split('"').first;
  return next;
}

/// The line of the text that has this position, where directives count; empty if none has, or
/// several. Modules have names without folders.
llvm::StringRef lineAt(llvm::StringRef text, llvm::StringRef name, const Position& wanted) {
  llvm::StringRef found;
  Position position{name, 1};
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    text = rest;
    if (const auto next = lineDirective(line, position)) {
      position = *next;
      continue;
    }
    if (position.line == wanted.line && llvm::sys::path::filename(position.file) == wanted.file) {
      if (!found.empty()) return {};
      found = line;
    }
    ++position.line;
  }
  return found;
}

/// The text of the line, without the space around it; empty if the module does not have it.
llvm::StringRef sourceLine(const llvm::Instruction& place) {
  const llvm::DILocation* location = locationOf(place);
  const llvm::NamedMDNode* source = place.getModule()->getNamedMetadata(kSourceText);
  if (!location || !source || !location->getLine()) return {};
  const auto textOf = [&](unsigned i) {
    return llvm::cast<llvm::MDString>(source->getOperand(0)->getOperand(i))->getString();
  };
  return lineAt(textOf(0), textOf(1),
                {llvm::sys::path::filename(location->getFilename()), location->getLine()})
      .trim();
}

}  // namespace

std::string siteText(llvm::StringRef kind, const llvm::Twine& action, const llvm::Twine& object,
                     const llvm::Instruction& place) {
  std::string text = (kind + "\n" + action + "\n" + object + "\n" + sourceLine(place)).str();
  for (const llvm::DILocation* location = locationOf(place); location;
       location = location->getInlinedAt())
    if (location->getLine()) text += "\n" + placeText(*location);
  return text;
}

void emitReport(llvm::IRBuilderBase& builder, llvm::StringRef site, llvm::Value* offset,
                llvm::Value* address) {
  llvm::Function& function = *builder.GetInsertBlock()->getParent();
  function.addFnAttr(kUsesHostCallsAttribute);
  llvm::SmallVector<llvm::Value*, 8> arguments = {
      builder.CreateGlobalString(site, "check.site"), offset ? offset : builder.getInt64(0),
      address ? address : llvm::ConstantPointerNull::get(builder.getPtrTy())};
  for (const unsigned dim : {0U, 1U, 2U})
    arguments.push_back(emitKernelCall(builder, KernelCall::GlobalId, dim));
  emitHostCall(builder, HostCall::check, emitKernelCall(builder, KernelCall::LaunchPointer),
               arguments);
}

llvm::LoadInst* loadKept(llvm::IRBuilderBase& builder, llvm::Type* type, llvm::Value* pointer,
                         llvm::Align align) {
  llvm::LoadInst* load = builder.CreateAlignedLoad(type, pointer, align);
  for (llvm::StringRef mark : {llvm::StringRef("invariant.load"), llvm::StringRef(kCheckAccess)})
    load->setMetadata(mark, llvm::MDNode::get(builder.getContext(), {}));
  return load;
}

llvm::GlobalVariable* makeLocalVariable(llvm::Module& module, llvm::Type* type,
                                        const llvm::Twine& name) {
  auto* variable = new llvm::GlobalVariable(module, type, /*isConstant=*/false,
                                            llvm::GlobalValue::InternalLinkage,
                                            llvm::UndefValue::get(type), name, nullptr,
                                            llvm::GlobalValue::NotThreadLocal, kLocalAddressSpace);
  variable->setAlignment(module.getDataLayout().getPrefTypeAlign(type));
  variable->addAttribute(kOwnMemory);
  return variable;
}

void reportIf(llvm::Value* isBad, llvm::Instruction& place,
              llvm::function_ref<void(llvm::IRBuilderBase& builder)> report) {
  llvm::Instruction* cold = llvm::SplitBlockAndInsertIfThen(
      isBad, &place, /*Unreachable=*/false,
      llvm::MDBuilder(place.getContext()).createUnlikelyBranchWeights());
  // What nobody has written is no defect of a branch that the program does not have.
  cold->getParent()->getSinglePredecessor()->getTerminator()->setMetadata(
      kCheckAccess, llvm::MDNode::get(place.getContext(), {}));
  llvm::IRBuilder<> builder(cold);
  builder.SetCurrentDebugLocation(place.getDebugLoc());
  report(builder);
}

void guard(llvm::Instruction& instruction, llvm::Value* isBad,
           llvm::function_ref<void(llvm::IRBuilderBase& builder)> report) {
  llvm::Instruction *bad = nullptr, *good = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(
      isBad, instruction.getIterator(), &bad, &good,
      llvm::MDBuilder(instruction.getContext()).createUnlikelyBranchWeights());
  llvm::BasicBlock* behind = instruction.getParent();
  bad->getParent()->getSinglePredecessor()->getTerminator()->setMetadata(
      kCheckAccess, llvm::MDNode::get(instruction.getContext(), {}));
  instruction.moveBefore(good);
  if (!instruction.getType()->isVoidTy()) {
    llvm::IRBuilder<> builder(behind, behind->begin());
    llvm::PHINode* result = builder.CreatePHI(instruction.getType(), 2);
    instruction.replaceAllUsesWith(result);
    result->addIncoming(&instruction, good->getParent());
    result->addIncoming(llvm::Constant::getNullValue(instruction.getType()), bad->getParent());
  }
  llvm::IRBuilder<> builder(bad);
  builder.SetCurrentDebugLocation(instruction.getDebugLoc());
  report(builder);
}

}  // namespace lanewise
