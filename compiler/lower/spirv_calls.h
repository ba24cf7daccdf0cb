// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls of SPIR-V-friendly IR: parsed names, and the loop over calls that the lowering passes
// share. _Z32__spirv_ConvertFToS_Rint_sat_rtef is the instruction ConvertFToS with result type int,
// modes sat and rte, and parameters "f".
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Analysis.h>

#include <optional>
#include <string>

namespace llvm {
class CallInst;
class DataLayout;
class Module;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

struct SpirvName {
  llvm::StringRef instruction;                  // "sin", "AtomicIAdd", "BuiltInWorkDim"
  bool openclStd = false;                       // of the OpenCL.std set
  llvm::StringRef resultType;                   // "int4", empty if the name has none
  llvm::SmallVector<llvm::StringRef, 2> modes;  // "sat", "rte", "ToGlobal"
  llvm::StringRef parameters;                   // mangled types

  bool hasMode(llvm::StringRef mode) const;
  /// The name in diagnostics: "OpenCL.std sin", "OpAtomicIAdd".
  std::string sourceName() const;
};

/// Nothing if `name` does not have this form.
std::optional<SpirvName> parseSpirvName(llvm::StringRef name);

/// Lowers one call and returns the value that replaces its result. For a call without a result, any
/// value but null means that it was lowered. Null: this function does not lower it.
using LowerCall = llvm::function_ref<llvm::Value*(llvm::CallInst&, const SpirvName&)>;

/// Passes every call of a SPIR-V-friendly function in the module's order, and erases those that
/// were lowered, with declarations that become unused. The result is right for lowerings that keep
/// control flow.
llvm::PreservedAnalyses lowerSpirvCalls(llvm::Module& module, LowerCall lower);

/// Bytes of the element that parameter `index` of the mangled list points to, as memory holds it
/// (three elements have the size of four); 0 if it is not a pointer to a scalar or vector.
unsigned pointeeBytes(llvm::StringRef parameters, unsigned index);

}  // namespace lanewise
