// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The front end compiles a program in OpenCL C that calls each imported function
// (frontend/imported_functions.h). Its functions become part of the module, and are inlined like
// all functions. Constants that OpenCL wants as constants are in that program, so there is a
// function for each of their values.
#include "compiler/driver/resolve_imports.h"

#include "compiler/admit/admit.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/imported_functions.h"
#include "compiler/lower/translate.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Linker/Linker.h>

namespace lanewise {
namespace {

/// Conversions between integers, which lower-core-calls lowers: llvm-spirv leaves them to it.
bool isLowered(const llvm::Function& function) {
  return function.getName().contains("convert_") && function.arg_size() == 1 &&
         function.getReturnType()->isIntOrIntVectorTy() &&
         function.getArg(0)->getType()->isIntOrIntVectorTy();
}

class Resolver {
 public:
  explicit Resolver(llvm::Module& module) : module_(module) {}

  llvm::Expected<std::set<std::string, std::less<>>> run() {
    for (llvm::Function& function : module_)
      if (function.isDeclaration() && mayBeOpenclFunction(std::string_view(function.getName())) &&
          !isLowered(function))
        collect(function);
    if (calls_.empty()) return std::move(missing_);
    ImportedFunctions found = compileImported(calls_);
    if (!found.spirv.empty())
      if (llvm::Error error = link(std::move(found))) return std::move(error);
    for (const auto& [call, index] : sites_)
      if (!definitions_.empty() && definitions_[index])
        call->setCalledFunction(definitions_[index]);
      else
        missing_.insert(calls_[index].name);
    return std::move(missing_);
  }

 private:
  void collect(llvm::Function& function) {
    for (llvm::User* user : function.users()) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (!call || call->getCalledFunction() != &function) {
        missing_.insert(function.getName().str());
        continue;
      }
      ImportedCall wanted{
          .name = function.getName().str(), .type = function.getFunctionType(), .constants = {}};
      for (const auto& [n, argument] : llvm::enumerate(call->args())) {
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(argument);
        if (constant && constant->getBitWidth() <= 64 && wantsConstant(wanted.name, unsigned(n)))
          wanted.constants.emplace_back(constant->getZExtValue());
        else
          wanted.constants.emplace_back();
      }
      const auto known = llvm::find(calls_, wanted);
      sites_.emplace_back(call, size_t(known - calls_.begin()));
      if (known == calls_.end()) calls_.push_back(std::move(wanted));
    }
  }

  llvm::Error link(ImportedFunctions found) {
    auto words = admit::admitFunctions(std::move(found.spirv));
    if (!words) return makeError(std::move(words.error()));
    auto functions = translate(*words, module_.getContext());
    if (!functions) return functions.takeError();
    // Functions of OpenCL C that have a body in a header, which the module may have, too.
    for (llvm::Function& function : **functions)
      if (!function.isDeclaration() && !llvm::is_contained(found.names, function.getName()))
        function.setLinkage(llvm::GlobalValue::InternalLinkage);
    std::vector<std::string> names;
    for (const std::string& name : found.names) {
      std::string unique = name;
      while (module_.getNamedValue(unique)) unique += '.';
      if (llvm::Function* function = name.empty() ? nullptr : (*functions)->getFunction(name))
        function->setName(unique);
      names.push_back(name.empty() ? name : unique);
    }
    if (llvm::Linker::linkModules(module_, std::move(*functions)))
      return makeError(DiagnosticKind::InternalError, "imported functions cannot be linked");
    for (const auto& [n, name] : llvm::enumerate(names)) {
      llvm::Function* function = name.empty() ? nullptr : module_.getFunction(name);
      if (function) function->setLinkage(llvm::GlobalValue::InternalLinkage);
      const bool fits = function && function->getFunctionType() == calls_[n].type;
      definitions_.push_back(fits ? function : nullptr);
    }
    return llvm::Error::success();
  }

  llvm::Module& module_;
  std::vector<ImportedCall> calls_;                        // distinct ones
  std::vector<std::pair<llvm::CallInst*, size_t>> sites_;  // with their index in calls_
  std::vector<llvm::Function*> definitions_;               // of calls_; null: none
  std::set<std::string, std::less<>> missing_;
};

}  // namespace

bool mayBeOpenclFunction(std::string_view name) {
  return (name.starts_with("_Z") && name.find("__spirv_") == name.npos) ||
         name.starts_with("__to_");
}

llvm::Expected<std::set<std::string, std::less<>>> resolveImports(llvm::Module& module) {
  return Resolver(module).run();
}

}  // namespace lanewise
