// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug information goes unless the build asked for it (-g): nothing uses it, and it is a language
// of its own. Non-semantic instructions always go.
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

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
        const std::string name = module_.text(i, 2);
        if (!name.starts_with("NonSemantic.") && (keep_ || name != "OpenCL.DebugInfo.100"))
          return false;
        sets_.insert(i.resultId);
        return true;
      }
      case spv::Op::OpExtension: {
        const std::string name = module_.text(i, 1);
        return name == "SPV_KHR_non_semantic_info" ||
               name == "SPV_KHR_relaxed_extended_instruction";
      }
      case spv::Op::OpExtInst:
      case spv::Op::OpExtInstWithForwardRefsKHR:
        return sets_.contains(module_.word(i, 3));
      case spv::Op::OpLine:
      case spv::Op::OpNoLine:
      case spv::Op::OpModuleProcessed:
        return !keep_;
      default:
        return false;
    }
  }

  const Module& module_;
  const bool keep_;
  Rewriter out_;
  std::unordered_set<uint32_t> sets_;
};

}  // namespace

Admissible<Module> removeDebugInfo(const Module& module, bool keep) {
  return DebugInfo(module, keep).run();
}

}  // namespace lanewise::admit
