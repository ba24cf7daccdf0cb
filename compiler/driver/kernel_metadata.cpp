// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes symbols, argument lists and sizes to function attributes, and reads them back.
#include "compiler/driver/kernel_metadata.h"

#include "builtins/library_prefix.h"
#include "compiler/contract/checked_arguments.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/known_launch.h"
#include "compiler/contract/tier.h"
#include "compiler/diagnostics/diagnostics.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <type_traits>

namespace lanewise {
namespace {

// A symbol may hold any byte but those that the linker reads a meaning into; the prefix keeps a
// kernel named "memcpy" apart from the runtime library's.
std::string symbolFor(llvm::StringRef name, llvm::StringSet<>& taken) {
  std::string symbol = "kernel.";
  for (char c : name) symbol += llvm::isAlnum(c) || c == '_' ? c : '_';
  const std::string plain = symbol;
  for (unsigned i = 1; !taken.insert(symbol).second; ++i) symbol = plain + "." + llvm::utostr(i);
  return symbol;
}

char itemKind(const KernelArgument& argument, const llvm::Argument& parameter) {
  if (argument.kind == ArgumentKind::LocalPointer) return 'l';
  return parameter.hasByValAttr() ? 'b' : 'v';
}

std::string argumentItems(const KernelMetadata& metadata, const llvm::Function& function) {
  std::string items;
  for (size_t i = 0; i < metadata.arguments.size(); ++i) {
    if (i) items += ',';
    items += itemKind(metadata.arguments[i], *function.getArg(i));
    items += llvm::utostr(metadata.arguments[i].offsetBytes);
  }
  return items;
}

/// The value of the attribute: true if it has no value and `T` is bool.
template <class T>
T valueOf(const llvm::Function& entry, llvm::StringRef attribute, T initial) {
  if (!entry.hasFnAttribute(attribute)) return initial;
  if constexpr (std::is_same_v<T, Tier>)
    return tierOf(entry);
  else if constexpr (std::is_same_v<T, bool>)
    return entry.getFnAttribute(attribute).getValueAsString() != "0";
  else
    return static_cast<T>(entry.getFnAttributeAsParsedInteger(attribute));
}

}  // namespace

llvm::Error keepKernel(llvm::Module& module, std::vector<KernelMetadata>& kernels,
                       const LaunchKind& kind) {
  llvm::Function* kept = module.getFunction(kind.kernel);
  const auto metadata = std::ranges::find(kernels, kind.kernel, &KernelMetadata::name);
  if (!kept || metadata == kernels.end())
    return makeError(DiagnosticKind::InvalidInput,
                     "there is no kernel '" + kind.kernel + "' to compile for its launches");
  for (const KnownBytes& object : kind.objects)
    if (object.argument >= metadata->arguments.size())
      return makeError(DiagnosticKind::InvalidInput, "kernel '" + kind.kernel +
                                                         "' has no argument " +
                                                         llvm::utostr(object.argument) + ", only " +
                                                         llvm::utostr(metadata->arguments.size()));
  for (const KernelMetadata& kernel : kernels) {
    llvm::Function* function = module.getFunction(kernel.name);
    if (function == kept || !function) continue;
    // A function that other functions may call.
    function->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    for (llvm::User* user : function->users())
      if (auto* call = llvm::dyn_cast<llvm::CallBase>(user))
        call->setCallingConv(llvm::CallingConv::SPIR_FUNC);
    if (function->use_empty()) function->eraseFromParent();
  }
  std::erase_if(kernels, [&](const KernelMetadata& kernel) { return kernel.name != kind.kernel; });
  setKnownLaunch(*kept, kind);
  return llvm::Error::success();
}

llvm::Error describeKernels(llvm::Module& module, std::vector<KernelMetadata>& kernels,
                            bool checksMemory) {
  llvm::StringSet<> taken;
  for (KernelMetadata& metadata : kernels) {
    llvm::Function* function = module.getFunction(metadata.name);
    if (!function || function->isDeclaration() || function->arg_size() != metadata.arguments.size())
      return makeError(DiagnosticKind::InternalError,
                       "translation lost kernel '" + metadata.name + "'");
    metadata.symbol = symbolFor(metadata.name, taken);
    function->addFnAttr(kKernelAttribute, metadata.symbol);
    function->addFnAttr(kArgumentsAttribute, argumentItems(metadata, *function));
    setNumberAttribute(*function, kSubGroupSizeAttribute, metadata.subGroupSize);
    if (checksMemory) noteCheckedArguments(*function, metadata);
  }
  return llvm::Error::success();
}

void leaveLibraryNames(llvm::Module& module) {
  for (llvm::GlobalValue& value : module.global_values())
    if (value.getName().starts_with(kLibraryPrefix)) value.setName("source." + value.getName());
}

void noteEntries(const llvm::Module& module, std::vector<KernelMetadata>& kernels) {
  for (KernelMetadata& metadata : kernels) {
    const llvm::Function* entry = module.getFunction(metadata.symbol);
    if (!entry) continue;
#define ENTRY_FACT(type, member, initial, attribute) \
  metadata.member = valueOf<type>(*entry, k##attribute##Attribute, initial);
#include "interface/kernel_facts.def"
  }
}

}  // namespace lanewise
