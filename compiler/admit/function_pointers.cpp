// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A program is complete, so a pointer is one of the functions whose addresses the module takes.
// Such a function gets a number, from 1, which is the value of pointers to it. A call of a pointer
// becomes the call of a new function, one for each list of types, which calls the function that the
// number says:
//
//   switch (number) { case 1: return f(...); case 2: return g(...); default: unreachable }
//
// So later stages see calls between functions: they inline them, call them in lanes with masks, and
// find recursion. A pointer to a function becomes a pointer to uint in private memory, which
// nothing accesses. The step comes before the validator, which does not know that such a constant
// may name a function behind it.
#include "compiler/admit/function_pointers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace lanewise::admit {
namespace {

constexpr std::string_view kExtension = "SPV_INTEL_function_pointers";

bool isCapability(const Module& module, const Instruction& i) {
  if (i.opcode != spv::Op::OpCapability) return false;
  const spv::Capability capability = module.get(i, OpCapability::kCapability);
  return capability == spv::Capability::FunctionPointersINTEL ||
         capability == spv::Capability::IndirectReferencesINTEL;
}

bool isExtension(const Module& module, const Instruction& i) {
  return i.opcode == spv::Op::OpExtension && module.get(i, OpExtension::kName) == kExtension;
}

/// Types, and what else may be the first instruction behind the annotations.
bool isGlobal(spv::Op opcode) {
  return (opcode >= spv::Op::OpTypeVoid && opcode <= spv::Op::OpTypeForwardPointer) ||
         (opcode >= spv::Op::OpConstantTrue && opcode <= spv::Op::OpSpecConstantOp) ||
         opcode == spv::Op::OpVariable || opcode == spv::Op::OpUndef ||
         opcode == spv::Op::OpFunction;
}

/// What follows the names in a module.
bool isBehindNames(spv::Op opcode) {
  return (opcode >= spv::Op::OpDecorate && opcode <= spv::Op::OpGroupMemberDecorate) ||
         opcode == spv::Op::OpModuleProcessed || opcode == spv::Op::OpDecorateId ||
         opcode == spv::Op::OpDecorateString || opcode == spv::Op::OpMemberDecorateString ||
         isGlobal(opcode);
}

using Words = std::vector<uint32_t>;

class FunctionPointers {
 public:
  explicit FunctionPointers(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    if (auto found = find(); !found) return std::unexpected(found.error());
    if (!isDeclared_) return module_;
    for (const Instruction& i : module_.instructions)
      if (auto replaced = replace(i); !replaced) return std::unexpected(replaced.error());
    if (!module_.instructions.empty())
      for (const auto& [types, id] : callers_) define(module_.instructions.back(), types, id);
    return out_.finish();
  }

 private:
  /// The types of a call: of the result and of the arguments.
  using Types = Words;

  Admissible<void> find() {
    bool hasExtension = false;
    for (const Instruction& i : module_.instructions) {
      isDeclared_ |= isCapability(module_, i);
      hasExtension |= isExtension(module_, i);
      if (i.opcode == spv::Op::OpTypeInt && module_.get(i, OpTypeInt::kWidth) == 32 && !uint_)
        uint_ = i.resultId;
      if (i.opcode == spv::Op::OpConstantFunctionPointerINTEL)
        if (const Finding problem = number(i)) return module_.reject(i, problem);
      if (isDeclared_ && hasExtension) continue;
      if (i.opcode == spv::Op::OpConstantFunctionPointerINTEL ||
          i.opcode == spv::Op::OpFunctionPointerCallINTEL || isCodeSection(i))
        return module_.reject(i, isDeclared_ ? "requires the extension " + std::string(kExtension)
                                             : "requires the capability FunctionPointersINTEL");
    }
    if (!isDeclared_) return {};
    if (!uint_) uint_ = out_.freshId();
    std::set<std::optional<Types>> lists;
    for (const Instruction& i : module_.instructions)
      if (i.opcode == spv::Op::OpFunctionPointerCallINTEL) lists.insert(typesOf(i));
    while (newFunctions_.size() < lists.size()) newFunctions_.push_back(out_.freshId());
    for (const Instruction& i : module_.instructions) findPointer(i);
    return {};
  }

  bool isCodeSection(const Instruction& i) const {
    return i.opcode == spv::Op::OpTypePointer &&
           module_.get(i, OpTypePointer::kStorageClass) == spv::StorageClass::CodeSectionINTEL;
  }

  Finding number(const Instruction& constant) {
    const uint32_t function = module_.get(constant, OpConstantFunctionPointerINTEL::kFunction);
    if (!module_.hasOpcode(function, spv::Op::OpFunction))
      return "a function pointer names no function";
    if (numbers_.try_emplace(function, uint32_t(functions_.size() + 1)).second)
      functions_.push_back(function);
    return {};
  }

  /// Pointers to functions, whatever their storage class, become those to uint.
  void findPointer(const Instruction& i) {
    if (i.opcode != spv::Op::OpTypePointer) return;
    const uint32_t pointee = module_.get(i, OpTypePointer::kType);
    const bool isOurs = pointee == uint_ && !isCodeSection(i);
    if (!isOurs && !isCodeSection(i) && !module_.hasOpcode(pointee, spv::Op::OpTypeFunction))
      return;
    const uint32_t storageClass = isCodeSection(i)
                                      ? uint32_t(spv::StorageClass::Function)
                                      : uint32_t(module_.get(i, OpTypePointer::kStorageClass));
    uint32_t& id = pointers_[storageClass];
    if (isOurs)
      id = i.resultId;
    else
      functionPointers_.emplace(i.resultId, storageClass);
    if (!id) id = out_.freshId();
  }

  uint32_t now(uint32_t id) const {
    const auto found = renamed_.find(id);
    return found == renamed_.end() ? id : found->second;
  }

  Words nowOf(const Instruction& i) const {
    Words words = module_.operandWords(i);
    for (const Operand& operand : module_.operandsOf(i))
      if (isUse(operand)) words[operand.index()] = now(words[operand.index()]);
    return words;
  }

  Admissible<void> replace(const Instruction& i) {
    if (!hasNames_ && isBehindNames(i.opcode)) addNames(i);
    if (!hasTypes_ && isGlobal(i.opcode)) addTypes(i);
    if (!hasFunctionTypes_ && i.opcode == spv::Op::OpFunction) addFunctionTypes(i);
    switch (i.opcode) {
      case spv::Op::OpCapability:
      case spv::Op::OpExtension:
        if (!isCapability(module_, i) && !isExtension(module_, i)) out_.keep(i);
        return {};
      case spv::Op::OpName:
      case spv::Op::OpDecorate:
        if (!functionPointers_.contains(module_.get(i, OpDecorate::kTarget)) &&
            !module_.decorates(i, spv::Decoration::ReferencedIndirectlyINTEL))
          out_.keep(i);
        return {};
      case spv::Op::OpNop: return {};
      case spv::Op::OpTypeForwardPointer:
        if (!functionPointers_.contains(module_.get(i, OpTypeForwardPointer::kPointerType)))
          out_.keep(i);
        return {};
      case spv::Op::OpTypeInt:
        if (i.resultId != uint_) out_.keep(i);
        return {};
      case spv::Op::OpTypePointer:
      case spv::Op::OpTypeFunction: type(i); return {};
      case spv::Op::OpConstantFunctionPointerINTEL: constant(i); return {};
      case spv::Op::OpFunctionPointerCallINTEL: return call(i);
      default: out_.add(i, i.opcode, nowOf(i)); return {};
    }
  }

  void add(const Instruction& at, spv::Op opcode, std::initializer_list<uint32_t> operands) {
    out_.add(at, opcode, std::span(operands.begin(), operands.size()));
  }

  // The chain of calls of a recursion has the names. Other steps drop those of ids that nothing
  // defines.
  void addNames(const Instruction& at) {
    hasNames_ = true;
    for (const uint32_t id : newFunctions_) {
      Words words = {id};
      for (const uint32_t word : literalString("call of a function pointer")) words.push_back(word);
      out_.add(at, spv::Op::OpName, words);
    }
  }

  void addTypes(const Instruction& at) {
    hasTypes_ = true;
    add(at, spv::Op::OpTypeInt, {uint_, 32, 0});
    for (const auto& [storageClass, id] : pointers_) {
      add(at, spv::Op::OpTypePointer, {id, storageClass, uint_});
      types_[{uint32_t(spv::Op::OpTypePointer), storageClass, uint_}] = {id, true};
    }
    for (const auto& [type, storageClass] : functionPointers_)
      renamed_[type] = pointers_[storageClass];
  }

  // Two types that are equal now are one.
  void type(const Instruction& i) {
    if (functionPointers_.contains(i.resultId)) return;
    const Words words = nowOf(i);
    const bool isChanged = words != module_.operandWords(i);
    Words key = {uint32_t(i.opcode)};
    key.insert(key.end(), words.begin() + 1, words.end());
    const auto [known, isNew] = types_.try_emplace(key, KnownType{i.resultId, isChanged});
    if (!isNew && known->second.id == i.resultId) return;
    if (!isNew && (isChanged || known->second.isChanged))
      renamed_[i.resultId] = known->second.id;
    else
      out_.add(i, i.opcode, words);
  }

  void constant(const Instruction& i) {
    const uint32_t function = module_.get(i, OpConstantFunctionPointerINTEL::kFunction);
    const uint32_t number = out_.freshId();
    add(i, spv::Op::OpConstant, {uint_, number, numbers_.at(function)});
    add(i, spv::Op::OpSpecConstantOp,
        {now(i.typeId), i.resultId, uint32_t(spv::Op::OpConvertUToPtr), number});
  }

  Admissible<void> call(const Instruction& i) {
    const std::span<const uint32_t> operands =
        module_.get(i, OpFunctionPointerCallINTEL::kOperands);
    const std::optional<Types> types = typesOf(i);
    if (!types) return module_.reject(i, "the function pointer or an argument is not defined");
    const uint32_t number = out_.freshId();
    add(i, spv::Op::OpConvertPtrToU, {uint_, number, operands[0]});
    Words call = {types->front(), i.resultId, callers_.at(*types), number};
    call.insert(call.end(), operands.begin() + 1, operands.end());
    out_.add(i, spv::Op::OpFunctionCall, call);
    return {};
  }

  /// \pre The types of the module are written.
  std::optional<Types> typesOf(const Instruction& call) const {
    const std::span<const uint32_t> operands =
        module_.get(call, OpFunctionPointerCallINTEL::kOperands);
    if (operands.empty()) return std::nullopt;
    Types types = {now(call.typeId)};
    for (const uint32_t argument : operands.subspan(1)) {
      const Instruction* value = module_.definition(argument);
      if (!value || !value->typeId) return std::nullopt;
      types.push_back(now(value->typeId));
    }
    return types;
  }

  void addFunctionTypes(const Instruction& at) {
    hasFunctionTypes_ = true;
    for (const Instruction& i : module_.instructions) {
      if (i.opcode != spv::Op::OpFunctionPointerCallINTEL) continue;
      const std::optional<Types> types = typesOf(i);
      if (!types || !callers_.emplace(*types, 0).second) continue;
      callers_[*types] = newFunctions_.at(callers_.size() - 1);
      Words key = {uint32_t(spv::Op::OpTypeFunction), types->front(), uint_};
      key.insert(key.end(), types->begin() + 1, types->end());
      const auto [known, isNew] = types_.try_emplace(key, KnownType{0, true});
      if (isNew) {
        known->second.id = out_.freshId();
        Words words = {known->second.id};
        words.insert(words.end(), key.begin() + 1, key.end());
        out_.add(at, spv::Op::OpTypeFunction, words);
      }
      callerTypes_[*types] = known->second.id;
    }
  }

  /// The new function for calls with these types.
  void define(const Instruction& at, const Types& types, uint32_t id) {
    add(at, spv::Op::OpFunction, {types[0], id, 0, callerTypes_.at(types)});
    const uint32_t number = out_.freshId();
    add(at, spv::Op::OpFunctionParameter, {uint_, number});
    Words parameters;
    for (size_t n = 1; n < types.size(); ++n) {
      parameters.push_back(out_.freshId());
      add(at, spv::Op::OpFunctionParameter, {types[n], parameters.back()});
    }
    add(at, spv::Op::OpLabel, {out_.freshId()});
    const uint32_t none = out_.freshId();
    Words choice = {number, none};
    std::vector<std::pair<uint32_t, uint32_t>> cases;  // label and function
    for (const uint32_t function : functions_) {
      if (!fits(function, types)) continue;
      cases.emplace_back(out_.freshId(), function);
      choice.push_back(numbers_.at(function));
      choice.push_back(cases.back().first);
    }
    out_.add(at, spv::Op::OpSwitch, choice);
    for (const auto& [label, function] : cases) {
      add(at, spv::Op::OpLabel, {label});
      callOne(at, function, types, parameters);
    }
    add(at, spv::Op::OpLabel, {none});
    add(at, spv::Op::OpUnreachable, {});
    add(at, spv::Op::OpFunctionEnd, {});
  }

  /// The types of the function's result and parameters.
  Types typesOfFunction(uint32_t function) const {
    const Instruction* type =
        module_.definition(module_.get(*module_.definition(function), OpFunction::kFunctionType));
    if (!type || type->opcode != spv::Op::OpTypeFunction) return {};
    Types types;
    types.push_back(now(module_.get(*type, OpTypeFunction::kReturnType)));
    for (const uint32_t id : module_.get(*type, OpTypeFunction::kParameterTypes))
      types.push_back(now(id));
    return types;
  }

  // Compilers whose pointers have no pointee's type give the same parameter different types of
  // SPIR-V.
  bool fits(uint32_t function, const Types& types) const {
    return std::ranges::equal(typesOfFunction(function), types, [&](uint32_t one, uint32_t other) {
      return one == other || (storageClassOf(one) && storageClassOf(one) == storageClassOf(other));
    });
  }

  /// Its number and 1; 0 if the type is no pointer.
  uint32_t storageClassOf(uint32_t type) const {
    for (const auto& [storageClass, id] : pointers_)
      if (id == type) return storageClass + 1;
    const Instruction* found = module_.definition(type);
    if (!found || found->opcode != spv::Op::OpTypePointer) return 0;
    return uint32_t(module_.get(*found, OpTypePointer::kStorageClass)) + 1;
  }

  uint32_t cast(const Instruction& at, uint32_t value, uint32_t from, uint32_t to) {
    if (from == to) return value;
    const uint32_t result = out_.freshId();
    add(at, spv::Op::OpBitcast, {to, result, value});
    return result;
  }

  void callOne(const Instruction& at, uint32_t function, const Types& types,
               const Words& parameters) {
    const Types own = typesOfFunction(function);
    Words arguments;
    for (size_t n = 0; n < parameters.size(); ++n)
      arguments.push_back(cast(at, parameters[n], types[n + 1], own[n + 1]));
    const uint32_t result = out_.freshId();
    Words call = {own[0], result, function};
    call.insert(call.end(), arguments.begin(), arguments.end());
    out_.add(at, spv::Op::OpFunctionCall, call);
    if (module_.hasOpcode(types[0], spv::Op::OpTypeVoid)) return add(at, spv::Op::OpReturn, {});
    add(at, spv::Op::OpReturnValue, {cast(at, result, own[0], types[0])});
  }

  struct KnownType {
    uint32_t id;
    bool isChanged;  // from another type of the module, or new
  };

  const Module& module_;
  Rewriter out_;
  bool isDeclared_ = false, hasNames_ = false, hasTypes_ = false, hasFunctionTypes_ = false;
  uint32_t uint_ = 0;
  std::vector<uint32_t> newFunctions_;               // as many as there are lists of types, at most
  std::vector<uint32_t> functions_;                  // whose addresses are taken
  std::unordered_map<uint32_t, uint32_t> numbers_;   // of these functions
  std::map<uint32_t, uint32_t> pointers_;            // storage class -> pointer to uint
  std::map<uint32_t, uint32_t> functionPointers_;    // type -> storage class
  std::unordered_map<uint32_t, uint32_t> renamed_;   // types
  std::map<Words, KnownType> types_;                 // opcode and operands behind the result
  std::map<Types, uint32_t> callers_, callerTypes_;  // the new functions, and their types
};

}  // namespace

void dropArgumentAttributes(std::span<uint32_t> words) {
  constexpr uint32_t kArgumentAttribute = 6409;  // ArgumentAttributeINTEL
  constexpr uint32_t kNop = 1u << 16 | uint32_t(spv::Op::OpNop);
  constexpr size_t kWords = 3;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) return;
    const auto instruction = words.subspan(at, count);
    const auto opcode = spv::Op(words[at] & 0xffff);
    at += count;
    if (opcode == spv::Op::OpFunction) return;
    if (opcode != spv::Op::OpDecorate || count < kWords ||
        instruction[OpDecorate::kDecoration.word] != kArgumentAttribute)
      continue;
    instruction[0] = uint32_t(kWords << 16) | uint32_t(spv::Op::OpDecorate);
    instruction[OpDecorate::kDecoration.word] =
        uint32_t(spv::Decoration::ReferencedIndirectlyINTEL);
    std::ranges::fill(instruction.subspan(kWords), kNop);
  }
}

Admissible<void> checkOneHasFunctionPointers(std::span<const Trimmed> modules) {
  std::vector<size_t> found;
  for (size_t n = 0; n < modules.size(); ++n) {
    const Module& module = modules[n].module;
    if (std::ranges::any_of(module.instructions,
                            [&](const Instruction& i) { return isCapability(module, i); }))
      found.push_back(n + 1);
  }
  if (found.size() < 2) return {};
  return reject(unsupported("function pointers in several programs that are linked: " +
                            std::to_string(found[0]) + " and " + std::to_string(found[1])));
}

Admissible<Module> replaceFunctionPointers(const Module& module) {
  return FunctionPointers(module).run();
}

}  // namespace lanewise::admit
