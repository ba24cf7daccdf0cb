// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Itanium names as far as the translator writes them.
#include "compiler/spirv_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

namespace lanewise {
namespace {

constexpr llvm::StringRef kSpirvPrefix = "__spirv_";
constexpr llvm::StringRef kOpenclPrefix = "ocl_";

// Names of OpenCL.std have underscores of their own, but no capitals.
void splitOpenclStd(llvm::StringRef text, SpirvName& name) {
  const auto [instruction, result] = text.split("_R");
  name.instruction = instruction.rtrim('_');
  name.resultType = result;
}

void splitCore(llvm::StringRef text, SpirvName& name) {
  llvm::SmallVector<llvm::StringRef, 4> parts;
  text.split(parts, '_', -1, /*KeepEmpty=*/false);
  name.instruction = parts.empty() ? text : parts[0];
  for (llvm::StringRef part : llvm::drop_begin(parts))
    if (part.starts_with("R") && name.resultType.empty()) name.resultType = part.drop_front();
    else name.modes.push_back(part);
}

unsigned scalarBytes(llvm::StringRef& text) {
  if (text.consume_front("Dh")) return 2;
  if (text.empty()) return 0;
  const char code = text.front();
  text = text.drop_front();
  switch (code) {
    case 'b': case 'c': case 'a': case 'h': return 1;
    case 's': case 't': return 2;
    case 'i': case 'j': case 'f': return 4;
    case 'l': case 'm': case 'd': return 8;
    default: return 0;
  }
}

// One type without its pointer; text is left behind it.
unsigned valueBytes(llvm::StringRef& text) {
  unsigned count = 1;
  if (text.consume_front("Dv")) {
    if (text.consumeInteger(10, count) || !text.consume_front("_")) return 0;
  }
  return static_cast<unsigned>(llvm::PowerOf2Ceil(count)) * scalarBytes(text);
}

bool skipQualifiers(llvm::StringRef& text) {
  for (bool more = true; more;) {
    more = text.consume_front("V") || text.consume_front("K") || text.consume_front("r");
    if (text.consume_front("U")) {
      unsigned length = 0;
      if (text.consumeInteger(10, length) || length > text.size()) return false;
      text = text.drop_front(length);
      more = true;
    }
  }
  return true;
}

llvm::Value* anyValue(llvm::CallInst& call, llvm::Value* replacement) {
  return replacement->getType() == call.getType() ? replacement
                                                  : llvm::PoisonValue::get(call.getType());
}

bool lowerCallsOf(llvm::Function& function, const SpirvName& name, LowerCall lower) {
  bool changed = false;
  for (llvm::User* user : llvm::make_early_inc_range(function.users())) {
    auto* call = llvm::dyn_cast<llvm::CallInst>(user);
    if (!call || call->getCalledOperand() != &function) continue;
    llvm::Value* replacement = lower(*call, name);
    if (!replacement) continue;
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(anyValue(*call, replacement));
    call->eraseFromParent();
    changed = true;
  }
  if (function.use_empty()) {
    function.eraseFromParent();
    changed = true;
  }
  return changed;
}

}  // namespace

bool SpirvName::hasMode(llvm::StringRef mode) const { return llvm::is_contained(modes, mode); }

std::string SpirvName::sourceName() const {
  return (openclStd ? "OpenCL.std " : "Op") + instruction.str();
}

std::optional<SpirvName> parseSpirvName(llvm::StringRef mangled) {
  unsigned length = 0;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length)) return std::nullopt;
  if (length > mangled.size()) return std::nullopt;
  llvm::StringRef text = mangled.take_front(length);
  if (!text.consume_front(kSpirvPrefix)) return std::nullopt;
  SpirvName name;
  name.parameters = mangled.drop_front(length);
  name.openclStd = text.consume_front(kOpenclPrefix);
  name.openclStd ? splitOpenclStd(text, name) : splitCore(text, name);
  return name;
}

bool lowerSpirvCalls(llvm::Module& module, LowerCall lower) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    const std::string mangled = function.getName().str();
    if (const auto name = parseSpirvName(mangled)) changed |= lowerCallsOf(function, *name, lower);
  }
  return changed;
}

unsigned pointeeBytes(llvm::StringRef parameters, unsigned index) {
  for (unsigned i = 0; !parameters.empty(); ++i) {
    const bool pointer = parameters.consume_front("P");
    if (pointer && !skipQualifiers(parameters)) return 0;
    // A substitution ("S_", "S0_") repeats a type named before it.
    const bool substitution = parameters.consume_front("S");
    if (substitution) parameters = parameters.split('_').second;
    const unsigned bytes = substitution ? 0 : valueBytes(parameters);
    if (i == index) return pointer ? bytes : 0;
    if (!bytes && !substitution) return 0;
  }
  return 0;
}

}  // namespace lanewise
