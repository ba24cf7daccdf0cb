// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls of SPIR-V-friendly IR: their mangled names taken apart, and the walk over them that the
// lowering passes share. _Z32__spirv_ConvertFToS_Rint_sat_rtef is the instruction ConvertFToS with
// result type int, modes sat and rte, and parameters "f".
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

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
  /// How a log names it: "OpenCL.std sin", "OpAtomicIAdd".
  std::string sourceName() const;
};

/// Nothing if `name` is not of that form.
std::optional<SpirvName> parseSpirvName(llvm::StringRef name);

/// What a lowering makes of one call: the value that replaces its result. A call without result is
/// done when any value but null comes back; null means: not mine, leave it.
using LowerCall = llvm::function_ref<llvm::Value*(llvm::CallInst&, const SpirvName&)>;

/// Offers every call of a SPIR-V-friendly function, in the module's order, and erases those that
/// were lowered, with the declarations that have no use left. True if anything changed.
bool lowerSpirvCalls(llvm::Module& module, LowerCall lower);

/// Bytes of the element that parameter `index` of the mangled list points to, as memory holds it
/// (three elements take the room of four); 0 if it is not a pointer to a scalar or vector.
unsigned pointeeBytes(llvm::StringRef parameters, unsigned index);

}  // namespace lanewise
