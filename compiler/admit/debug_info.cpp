// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Removes debug information unless the build has -g, because nothing uses it and its rules are
// separate. Lines stay until the end of validation, for diagnostics. Always removes non-semantic
// instructions. Repairs what SPIRV-Tools' grammar rejects before the module is read.
#include <algorithm>
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

constexpr std::string_view kDebugInfoSet = "OpenCL.DebugInfo.100";

class DebugInfo {
 public:
  DebugInfo(const Module& module, bool keep) : module_(module), keep_(keep), out_(module) {}

  Admissible<Module> run() {
    for (const Instruction& i : module_.instructions)
      if (!drops(i)) out_.keep(i);
    return out_.finish();
  }

 private:
  bool drops(const Instruction& i) {
    switch (i.opcode) {
      case spv::Op::OpExtInstImport: {
        const std::string name = module_.get(i, OpExtInstImport::kName);
        if (!name.starts_with("NonSemantic.") && (keep_ || name != kDebugInfoSet)) return false;
        sets_.insert(i.resultId);
        return true;
      }
      case spv::Op::OpExtension: {
        const std::string name = module_.get(i, OpExtension::kName);
        return name == "SPV_KHR_non_semantic_info" ||
               name == "SPV_KHR_relaxed_extended_instruction";
      }
      case spv::Op::OpExtInst:
      case spv::Op::OpExtInstWithForwardRefsKHR:
        return sets_.contains(module_.get(i, OpExtInst::kSet));
      case spv::Op::OpModuleProcessed: return !keep_;
      default: return false;
    }
  }

  const Module& module_;
  const bool keep_;
  Rewriter out_;
  std::unordered_set<uint32_t> sets_;
};

}  // namespace

void completeDebugPointers(std::span<uint32_t> words) {
  constexpr uint32_t kDebugTypePointer = 3;
  constexpr size_t kPointerWords = 8, kStorageClass = 6;
  const std::vector<uint32_t> name = literalString(kDebugInfoSet);
  std::unordered_set<uint32_t> sets;
  for (size_t at = kHeaderWords; at < words.size();) {
    const size_t count = words[at] >> 16;
    if (count == 0 || count > words.size() - at) return;
    const auto instruction = words.subspan(at, count);
    const auto opcode = spv::Op(words[at] & 0xffff);
    at += count;
    if (opcode == spv::Op::OpFunction) return;
    if (opcode == spv::Op::OpExtInstImport && count > OpExtInstImport::kName.word &&
        std::ranges::equal(instruction.subspan(OpExtInstImport::kName.word), name))
      sets.insert(instruction[OpExtInstImport::kResultId.word]);
    if (opcode != spv::Op::OpExtInst || count != kPointerWords) continue;
    if (sets.contains(instruction[OpExtInst::kSet.word]) &&
        instruction[OpExtInst::kInstruction.word] == kDebugTypePointer &&
        instruction[kStorageClass] == ~0u)
      instruction[kStorageClass] = uint32_t(spv::StorageClass::Function);
  }
}

std::vector<uint32_t> withoutLines(const Module& module) {
  std::vector<uint32_t> words(module.words.begin(), module.words.begin() + kHeaderWords);
  words.reserve(module.words.size());
  for (const Instruction& i : module.instructions) {
    if (i.opcode == spv::Op::OpLine || i.opcode == spv::Op::OpNoLine) continue;
    const auto kept = module.wordsOf(i);
    words.insert(words.end(), kept.begin(), kept.end());
  }
  return words;
}

Admissible<Module> removeDebugInfo(const Module& module, bool keep) {
  return DebugInfo(module, keep).run();
}

}  // namespace lanewise::admit
