// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A new module gets the functions of the group, and whatever their code leads to: declarations, and
// variables with their values. The time does not depend on the size of the rest.
#include "compiler/codegen/kernel_bitcode.h"

#include "compiler/diagnostics/diagnostics.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBufferRef.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <utility>

namespace lanewise {
namespace {

class ModuleCopy : public llvm::ValueMaterializer {
 public:
  explicit ModuleCopy(const llvm::Module& from)
      : copy_(std::make_unique<llvm::Module>(from.getName(), from.getContext())) {
    copy_->setTargetTriple(from.getTargetTriple());
    copy_->setDataLayout(from.getDataLayout());
    // The others are about functions, and the stages behind this one do not read them.
    if (const llvm::NamedMDNode* flags = from.getModuleFlagsMetadata())
      for (const llvm::MDNode* flag : flags->operands())
        copy_->getOrInsertModuleFlagsMetadata()->addOperand(
            llvm::cast<llvm::MDNode>(llvm::MapMetadata(flag, values_)));
  }

  void add(const FunctionGroup& group) {
    for (const llvm::Function* function : group) values_[function] = declare(*function);
    for (const llvm::Function* function : group) {
      auto* copy = llvm::cast<llvm::Function>(values_[function]);
      for (const auto [from, to] : llvm::zip(function->args(), copy->args())) values_[&from] = &to;
      llvm::SmallVector<llvm::ReturnInst*, 4> returns;
      llvm::CloneFunctionInto(copy, function, values_,
                              llvm::CloneFunctionChangeType::DifferentModule, returns, "", nullptr,
                              nullptr, this);
    }
    // Values may lead to other variables.
    while (!pending_.empty()) {
      const auto [from, to] = pending_.pop_back_val();
      to->setInitializer(
          llvm::MapValue(from->getInitializer(), values_, llvm::RF_None, nullptr, this));
    }
  }

  /// The copy. LLVM has given it an empty list of compile units, and would warn of its version.
  const llvm::Module& finish() {
    if (llvm::NamedMDNode* units = copy_->getNamedMetadata("llvm.dbg.cu"))
      copy_->eraseNamedMetadata(units);
    return *copy_;
  }

 private:
  llvm::Value* materialize(llvm::Value* value) override {
    if (const auto* function = llvm::dyn_cast<llvm::Function>(value)) return declare(*function);
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(value);
    if (!variable) return nullptr;
    auto* copy = new llvm::GlobalVariable(
        *copy_, variable->getValueType(), variable->isConstant(), variable->getLinkage(), nullptr,
        variable->getName(), nullptr, variable->getThreadLocalMode(), variable->getAddressSpace());
    copy->copyAttributesFrom(variable);
    if (variable->hasInitializer()) pending_.emplace_back(variable, copy);
    return copy;
  }

  llvm::Function* declare(const llvm::Function& function) {
    auto* copy =
        llvm::Function::Create(function.getFunctionType(), function.getLinkage(),
                               function.getAddressSpace(), function.getName(), copy_.get());
    copy->copyAttributesFrom(&function);
    return copy;
  }

  std::unique_ptr<llvm::Module> copy_;
  llvm::ValueToValueMapTy values_;
  llvm::SmallVector<std::pair<const llvm::GlobalVariable*, llvm::GlobalVariable*>> pending_;
};

}  // namespace

std::vector<uint8_t> writeBitcode(const llvm::Module& module, const FunctionGroup& group) {
  ModuleCopy part(module);
  part.add(group);
  llvm::SmallVector<char, 0> bytes;
  llvm::raw_svector_ostream stream(bytes);
  llvm::WriteBitcodeToFile(part.finish(), stream);
  return {bytes.begin(), bytes.end()};
}

llvm::Expected<std::unique_ptr<llvm::Module>> readBitcode(std::span<const uint8_t> bytes,
                                                          llvm::LLVMContext& context) {
  const llvm::StringRef text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(text, "kernels"), context);
  if (module) return module;
  return makeError(DiagnosticKind::InternalError,
                   "the bitcode of kernels cannot be read: " + llvm::toString(module.takeError()));
}

}  // namespace lanewise
