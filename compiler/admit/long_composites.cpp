// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants of more than 65,532 parts (SPV_INTEL_long_composites), which SPIRV-Tools' validator
// does not know outside of functions: for the validator, a null constant of the same type stands in
// their place, and the types of their parts are checked here, their number where all composites'
// is.
#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

class Shortener {
 public:
  explicit Shortener(const Module& module) : module_(module), out_(module) {}

  Admissible<Module> run() {
    const std::vector<Instruction>& all = module_.instructions;
    for (size_t n = 0; n < all.size(); ++n) {
      if (all[n].opcode == spv::Op::OpExtension &&
          module_.get(all[n], OpExtension::kName) == kTranslatorLongComposites) {
        out_.add(all[n], all[n].opcode, literalString("SPV_INTEL_long_composites"));
        continue;
      }
      size_t end = n + 1;
      while (end < all.size() && Module::continuesComposite(all[end])) ++end;
      if (end == n + 1) {
        out_.keep(all[n]);
        continue;
      }
      if (auto checked = checkParts(std::span(all).subspan(n, end - n)); !checked)
        return std::unexpected(checked.error());
      const uint32_t null[] = {all[n].typeId, all[n].resultId};
      out_.add(all[n], spv::Op::OpConstantNull, null);
      n = end - 1;
    }
    return out_.finish();
  }

 private:
  /// The composite and its continuations become an array of constants that are defined before.
  Admissible<void> checkParts(std::span<const Instruction> pieces) const {
    const Instruction& composite = pieces.front();
    const auto wrong = [&](const std::string& why) {
      return module_.reject(composite, "not valid SPIR-V: " + why);
    };
    if (composite.opcode != spv::Op::OpConstantComposite &&
        composite.opcode != spv::Op::OpSpecConstantComposite)
      return wrong("a continuation must follow a composite constant");
    const Instruction* type = module_.definition(composite.typeId);
    if (!type || type->opcode != spv::Op::OpTypeArray)
      return wrong("a composite of several instructions must be an array");
    for (const Instruction& piece : pieces) {
      for (const uint32_t id : module_.partsOf(piece)) {
        const Instruction* part = module_.definition(id);
        if (!part || part->offset >= composite.offset ||
            part->typeId != module_.get(*type, OpTypeArray::kElementType))
          return wrong("the part " + idText(id) + " is not a constant of the element type");
      }
    }
    return {};
  }

  const Module& module_;
  Rewriter out_;
};

}  // namespace

Admissible<Module> shortenComposites(const Module& module) { return Shortener(module).run(); }

}  // namespace lanewise::admit
