// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two faults of llvm-spirv 19 when it writes a module. Used by frontend/prepare_module.cpp.
#include "compiler/repairs/written_module.h"

#include "compiler/repairs/repairs.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

namespace lanewise {

// llvm-spirv writes some debug information in a form that no program can read: namespaces and names
// that are imported, and lists of template parameters that hold a parameter pack.
void dropUnreadableDebugInfo(llvm::Module& module) {
  if (!isRepaired(Repair::UnreadableDebugInfo)) return;
  llvm::DebugInfoFinder finder;
  finder.processModule(module);
  for (llvm::DICompileUnit* unit : finder.compile_units()) unit->replaceImportedEntities(nullptr);
  constexpr unsigned kTemplateParameters =
      9;  // DISubprogram::getRawTemplateParams() reads it there
  const auto isPack = [](const llvm::DINode* parameter) {
    return parameter->getTag() == llvm::dwarf::DW_TAG_GNU_template_parameter_pack;
  };
  for (llvm::DISubprogram* function : finder.subprograms()) {
    if (llvm::any_of(function->getTemplateParams(), isPack))
      function->replaceOperandWith(kTemplateParameters, nullptr);
    llvm::SmallVector<llvm::Metadata*> kept;
    for (llvm::DINode* node : function->getRetainedNodes())
      if (!llvm::isa<llvm::DIImportedEntity>(node)) kept.push_back(node);
    if (kept.size() != function->getRetainedNodes().size())
      function->replaceRetainedNodes(llvm::MDTuple::get(module.getContext(), kept));
  }
  for (llvm::DIType* type : finder.types())
    if (auto* composite = llvm::dyn_cast<llvm::DICompositeType>(type);
        composite && llvm::any_of(composite->getTemplateParams(), isPack))
      composite->replaceTemplateParams(nullptr);
}

// `extern inline` functions, whose definition is expected elsewhere, too: llvm-spirv takes them
// for imports.
void keepInlineFunctions(llvm::Module& module) {
  if (!isRepaired(Repair::InlineDefinitions)) return;
  for (llvm::Function& function : module)
    if (function.hasAvailableExternallyLinkage())
      function.setLinkage(llvm::GlobalValue::InternalLinkage);
}

}  // namespace lanewise
