// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Itanium name mangling, as far as the translator uses it.
#include "compiler/lower/spirv_calls.h"

#include "compiler/contract/preserved_analyses.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace lanewise {
namespace {

constexpr llvm::StringRef kSpirvPrefix = "__spirv_";
constexpr llvm::StringRef kOpenclPrefix = "ocl_";

// Names of OpenCL.std contain underscores, but no capital letters.
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
    if (part.starts_with("R") && name.resultType.empty())
      name.resultType = part.drop_front();
    else
      name.modes.push_back(part);
}

struct MangledType {
  unsigned bytes = 0;    // in memory: three components have the size of four
  unsigned pointee = 0;  // bytes of what a pointer points to
};

// Parses parameter types in sequence; later ones refer back to earlier ones (S_, S0_).
class MangledTypes {
 public:
  explicit MangledTypes(llvm::StringRef text) : text_(text) {}
  bool atEnd() const { return text_.empty(); }

  MangledType next() {
    if (text_.consume_front("S")) return substitution();
    if (text_.consume_front("P")) return remember({8, next().bytes});
    if (text_.starts_with("U") || text_.starts_with("V") || text_.starts_with("K")) {
      skipQualifiers();
      return remember(next());
    }
    if (text_.consume_front("Dv")) return vector();
    if (text_.consume_front("Dh")) return {2, 0};
    unsigned length = 0;
    if (!text_.empty() && llvm::isDigit(text_.front()) && !text_.consumeInteger(10, length)) {
      text_ = text_.drop_front(std::min<size_t>(length, text_.size()));
      return remember({});
    }
    return scalar();
  }

 private:
  MangledType remember(MangledType type) {
    seen_.push_back(type);
    return type;
  }

  MangledType substitution() {
    const auto [number, rest] = text_.split('_');
    text_ = rest;
    unsigned index = 0;
    if (!number.empty() && number.getAsInteger(36, index)) return {};
    index += number.empty() ? 0 : 1;
    return index < seen_.size() ? seen_[index] : MangledType{};
  }

  void skipQualifiers() {
    while (text_.consume_front("V") || text_.consume_front("K") || text_.starts_with("U")) {
      unsigned length = 0;
      if (text_.consume_front("U") && !text_.consumeInteger(10, length))
        text_ = text_.drop_front(std::min<size_t>(length, text_.size()));
    }
  }

  MangledType vector() {
    unsigned count = 1;
    text_.consumeInteger(10, count);
    text_.consume_front("_");
    return remember({static_cast<unsigned>(llvm::PowerOf2Ceil(count)) * next().bytes, 0});
  }

  MangledType scalar() {
    const char code = text_.empty() ? 0 : text_.front();
    text_ = text_.drop_front(std::min<size_t>(1, text_.size()));
    switch (code) {
      case 'b':
      case 'c':
      case 'a':
      case 'h': return {1, 0};
      case 's':
      case 't': return {2, 0};
      case 'i':
      case 'j':
      case 'f': return {4, 0};
      case 'l':
      case 'm':
      case 'd': return {8, 0};
      default: return {};
    }
  }

  llvm::StringRef text_;
  llvm::SmallVector<MangledType, 8> seen_;
};

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

llvm::PreservedAnalyses lowerSpirvCalls(llvm::Module& module, LowerCall lower) {
  bool changed = false;
  for (llvm::Function& function : llvm::make_early_inc_range(module)) {
    if (!function.isDeclaration()) continue;
    const std::string mangled = function.getName().str();
    if (const auto name = parseSpirvName(mangled)) changed |= lowerCallsOf(function, *name, lower);
  }
  return changed ? preservesControlFlow() : llvm::PreservedAnalyses::all();
}

unsigned pointeeBytes(llvm::StringRef parameters, unsigned index) {
  MangledTypes types(parameters);
  for (; index > 0 && !types.atEnd(); --index) types.next();
  return types.atEnd() ? 0 : types.next().pointee;
}

}  // namespace lanewise
