// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The CPU that code is generated for. No other file of the compiler than this one and target.cpp
// names an architecture or its features (tests/style/architectures_test.py).
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/CallingConv.h>
#include <llvm/Support/Error.h>

#include <memory>
#include <string>

namespace llvm {
class IRBuilderBase;
class Module;
class TargetMachine;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

struct Target {
  std::string triple;
  /// A row of microarchitectures.def: which build of the device library fits.
  std::string level;
  /// "+x,+y": what this CPU has beyond its level; empty unless `native` was asked for.
  std::string features;

  /// The bits of a vector register, as the row of the level has them.
  unsigned registerBits() const;
  /// f16 arithmetic in hardware, with one rounding each (AVX512-FP16). Otherwise it is done in f32.
  bool hasNativeHalf() const;
};

/// Whether the level of the module has instructions that convert half to float and back.
bool convertsHalf(const llvm::Module& module);

/// Whether the level of the module has an instruction for y * 2^n in vectors of the type.
bool canScale(const llvm::Module& module, const llvm::Type& type);
/// number * 2^exponent with one rounding; the exponents are integers.
/// \pre canScale().
llvm::Value* scaleByInstruction(llvm::IRBuilderBase& builder, llvm::Value& number,
                                llvm::Value& exponent);

/// The calling convention of vector variants at a level, as cmake/Bitcode.cmake builds them.
llvm::CallingConv::ID variantConvention(llvm::StringRef level);

/// Constraints of each inline assembly: what it may change on this architecture without saying so.
llvm::StringRef assemblyClobbers();

/// Levels of this architecture, lowest first.
llvm::ArrayRef<llvm::StringRef> targetLevels();

/// Options of LLVM's command line, and the values that they have while code is generated.
template <class T>
struct GeneratorOption {
  llvm::StringRef name;
  T value;
};
using GeneratorFlag = GeneratorOption<bool>;
using GeneratorLimit = GeneratorOption<unsigned>;
using GeneratorBudget = GeneratorOption<unsigned long>;
llvm::ArrayRef<GeneratorFlag> generatorFlags();
llvm::ArrayRef<GeneratorLimit> generatorLimits();
llvm::ArrayRef<GeneratorBudget> generatorBudgets();

/// `name` is a level or "native": the highest level whose features this CPU reports, and whatever
/// else it reports. The CPU's model name is never asked: virtual machines lie about it.
llvm::Expected<Target> chooseTarget(llvm::StringRef name);

/// Keeps a code generator for the next build: what it has learnt of its CPU takes a part of the
/// time of a small kernel.
struct KeepMachine {
  void operator()(llvm::TargetMachine* machine) const;
};
using Machine = std::unique_ptr<llvm::TargetMachine, KeepMachine>;

/// A code generator for the target, which nobody else uses. `optimize` is false for
/// -cl-opt-disable.
llvm::Expected<Machine> takeMachine(const Target& target, bool optimize);

}  // namespace lanewise
