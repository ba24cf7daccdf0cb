// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ShadowFrames: the shadows of arguments and results (value_shadows.h) on their way into functions
// out of line and back. Each caller has a variable for those of one call, and each function a
// pointer to that of its caller.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace llvm {
class AllocaInst;
class Argument;
class CallBase;
class Function;
class Instruction;
class Module;
class Value;
}  // namespace llvm

namespace lanewise {

class ShadowFrames {
 public:
  using Values = llvm::SmallVector<llvm::Value*>;

  /// Each function of functionsOfProgram() that is out of line gets the pointer as a parameter.
  explicit ShadowFrames(llvm::Module& module);

  /// Finds which arguments and results may have unwritten bits. `sources`: of each function, the
  /// loads of memory that may. \returns those, and the parameters and calls that may, too.
  llvm::MapVector<llvm::Function*, Values> settle(
      const llvm::MapVector<llvm::Function*, Values>& sources);

  /// After settle(): emits the shadow that the caller has passed.
  llvm::Value* loadParameter(llvm::IRBuilderBase& builder, llvm::Argument& parameter);
  /// Emits what passes the shadow of the result to the caller, if it may have unwritten bits.
  void storeResult(llvm::IRBuilderBase& builder, llvm::Function& function, llvm::Value* shadow);

  /// The arguments of the call whose shadows the callee reads.
  llvm::SmallVector<unsigned> argumentsOf(const llvm::CallBase& call) const;
  void storeArgument(llvm::IRBuilderBase& builder, llvm::CallBase& call, unsigned argument,
                     llvm::Value* shadow);
  bool hasResult(const llvm::CallBase& call) const;
  /// The function returns nothing that it has computed of unwritten memory.
  void noteCopies(llvm::Function& function) { copying_.insert(&function); }
  bool isCopy(const llvm::CallBase& call) const {
    return copying_.contains(call.getCalledFunction());
  }
  /// Behind the call.
  llvm::Value* loadResult(llvm::IRBuilderBase& builder, llvm::CallBase& call);

 private:
  llvm::Function* calleeOf(const llvm::CallBase& call) const;
  Values withPassed(llvm::Function& function, const Values& sources) const;
  bool note(llvm::Function& function, const Values& sources);
  bool isCovered(const llvm::Function& callee, unsigned parameter) const;
  llvm::Value* frameOf(llvm::CallBase& call);

  /// What a caller may pass as unwritten, and functions whose results may be.
  llvm::DenseSet<const llvm::Value*> unwritten_;
  /// Parameters without a shadow: parts of places.
  llvm::DenseSet<const llvm::Value*> parts_;
  /// The number of the pointer's parameter.
  llvm::DenseMap<const llvm::Function*, unsigned> pointer_;
  llvm::DenseMap<llvm::Function*, llvm::AllocaInst*> frames_;
  llvm::DenseSet<const llvm::Function*> copying_;
};

}  // namespace lanewise
