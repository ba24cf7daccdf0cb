// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No target attributes: the target of the code generator applies to all functions.
#include "compiler/contract/function_attributes.h"

#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/module_flags.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace lanewise {

void stampAttributes(llvm::Function& function) {
  llvm::LLVMContext& context = function.getContext();
  llvm::AttrBuilder kept(context);
  for (const llvm::Attribute& attribute : function.getAttributes().getFnAttrs())
    if (attribute.isStringAttribute() && attribute.getKindAsString().starts_with(kAttributePrefix))
      kept.addAttribute(attribute);
  function.setAttributes(function.getAttributes().removeFnAttributes(context));
  function.addFnAttrs(kept);
  function.setDoesNotThrow();
  function.addFnAttr("no-builtins");
  function.addFnAttr(kDenormalsAttribute, kDenormalsOfLaunch);
  // A check reports accesses through null, which otherwise do not happen.
  if (function.getParent()->getModuleFlag(kCheckMemoryFlag))
    function.addFnAttr(llvm::Attribute::NullPointerIsValid);
  function.setDSOLocal(false);
  function.setVisibility(llvm::GlobalValue::DefaultVisibility);
  function.setSection("");
  function.setComdat(nullptr);
  for (llvm::Argument& argument : function.args()) argument.removeAttr(llvm::Attribute::StructRet);
}

}  // namespace lanewise
