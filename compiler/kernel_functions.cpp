// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbols, argument lists and sizes, written to and read from function attributes.
#include "compiler/kernel_functions.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lanewise {
namespace {

// A symbol may hold any byte but those that the linker reads a meaning into; the prefix keeps a
// kernel named "memcpy" apart from the support archive's.
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

std::string argumentItems(const KernelFacts& facts, const llvm::Function& function) {
  std::string items;
  for (size_t i = 0; i < facts.arguments.size(); ++i) {
    if (i) items += ',';
    items += itemKind(facts.arguments[i], *function.getArg(i));
    items += llvm::utostr(facts.arguments[i].offsetBytes);
  }
  return items;
}

uint64_t numberOf(const llvm::Function& function, llvm::StringRef attribute) {
  return function.getFnAttributeAsParsedInteger(attribute, 0);
}

}  // namespace

llvm::Error describeKernels(llvm::Module& module, std::vector<KernelFacts>& kernels) {
  llvm::StringSet<> taken;
  for (KernelFacts& facts : kernels) {
    llvm::Function* function = module.getFunction(facts.name);
    if (!function || function->isDeclaration() || function->arg_size() != facts.arguments.size())
      return llvm::createStringError("translation lost kernel '" + facts.name + "'");
    facts.symbol = symbolFor(facts.name, taken);
    function->addFnAttr("lanewise-kernel", facts.symbol);
    function->addFnAttr("lanewise-arguments", argumentItems(facts, *function));
  }
  return llvm::Error::success();
}

void noteLowered(const llvm::Module& module, std::vector<KernelFacts>& kernels) {
  for (KernelFacts& facts : kernels)
    if (const llvm::Function* function = module.getFunction(facts.name))
      facts.usesPrintf = function->hasFnAttribute("lanewise-uses-printf");
}

void noteEntries(const llvm::Module& module, std::vector<KernelFacts>& kernels) {
  for (KernelFacts& facts : kernels) {
    const llvm::Function* entry = module.getFunction(facts.symbol);
    if (!entry) continue;
    facts.localBytes = numberOf(*entry, "lanewise-local-bytes");
    facts.scratchFixedBytes = numberOf(*entry, "lanewise-scratch-fixed-bytes");
    facts.scratchItemBytes = numberOf(*entry, "lanewise-scratch-item-bytes");
    facts.usesBarrier = numberOf(*entry, "lanewise-uses-barrier") != 0;
  }
}

}  // namespace lanewise
