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

  /// The bits of a vector register and of the vector variants of functions, as the row of the level
  /// has them.
  unsigned registerBits() const;
  /// f16 arithmetic in hardware, with one rounding each (AVX512-FP16, FEAT_FP16). Otherwise it is
  /// done in f32.
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

/// Whether the level of the module has instructions for estimates of reciprocals.
bool canEstimate(const llvm::Module& module);
/// About 1 / number, or 1 / sqrt(number), for a float or a vector of floats, by the level's
/// instruction: so many bits of it are right. Infinite for zeros, zero for infinity, NaN where
/// there is no result. Subnormal numbers may count as zeros, and results below the normal numbers
/// may be zeros.
/// \pre canEstimate().
struct ReciprocalEstimate {
  llvm::Value* value;
  unsigned bits;
};
ReciprocalEstimate estimateReciprocal(llvm::IRBuilderBase& builder, llvm::Value& number,
                                      bool ofRoot);

/// The calling convention of vector variants, as cmake/Bitcode.cmake builds them.
llvm::CallingConv::ID variantConvention(const llvm::TargetMachine& machine);

/// Constraints of each inline assembly: what it may change without saying so. May be empty.
llvm::StringRef assemblyClobbers(const llvm::Module& module);

/// Whether LLVM's code for some operations on vectors is wrong, so that they become scalar ones
/// (legalize/separate_results.cpp).
bool needsSeparateResults(const llvm::Module& module);

/// Lets llvm.readcyclecounter read a counter of constant rate that user code may read. For the code
/// generator alone: no pass on IR knows the instruction.
void setCounter(llvm::Module& module);

/// Levels that this compiler generates code for, those of an architecture together, lowest first.
llvm::ArrayRef<llvm::StringRef> targetLevels();

/// The level of the architecture of the triple: `level`, or the lowest if it is empty. An error if
/// the architecture has no such level, or no row.
llvm::Expected<std::string> levelOfTarget(llvm::StringRef triple, llvm::StringRef level);

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
