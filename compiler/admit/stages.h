// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of admit(), in the order in which admit.cpp takes them. Each takes a module and gives a
// module or a refusal for the build log.
#pragma once

#include <span>
#include <vector>

#include "compiler/admit/admit.h"
#include "compiler/admit/layout.h"
#include "compiler/admit/module.h"

namespace lanewise::admit {

/// `module` through one step after the other, up to the first that refuses. (What and_then() of
/// std::expected is for, which the library of g++ 12 does not have.)
template <class... Steps>
Admissible<Module> inOrder(Admissible<Module> module, const Steps&... steps) {
  (void)(... && (bool(module) && bool(module = steps(*module))));
  return module;
}

/// Debug information's pointers to private memory without a storage class, as llvm-spirv writes
/// those that Clang makes for event_t and its like, get one: SPIRV-Tools' grammar has no pointer
/// without. Trusts nothing; for what no module has been read of yet.
void completeDebugPointers(std::span<uint32_t> words);

/// The OpenCL environment: memory model, capabilities, extensions, instructions, types,
/// decorations, execution modes, scopes, alignments. Looks at the module as the application gave
/// it, so that word offsets are the application's.
Admissible<void> checkEnvironment(const Module& module);

/// Takes non-semantic instructions out, and unless `keep` debug information as well.
Admissible<Module> removeDebugInfo(const Module& module, bool keep);

/// Spells decoration groups out, and drops names that name nothing.
Admissible<Module> expandDecorationGroups(const Module& module);

/// Takes out what later steps must not see and nobody needs: merge instructions (loop hints stay,
/// as OpLoopControlINTEL), aliasing declarations, and completes interface lists.
Admissible<Module> normalize(const Module& module);

/// The former name of the extension SPV_INTEL_long_composites: the one that the translator knows.
inline constexpr std::string_view kTranslatorLongComposites = "SPV_INTEL_long_constant_composite";

/// For the validator: the extension under its present name, and composite constants of several
/// instructions, once their parts are checked, as null constants.
Admissible<Module> shortenComposites(const Module& module);

/// SPIRV-Tools' validator, in the universal environment of the module's version.
Admissible<void> validate(const Module& module);

/// One module out of several, imports resolved.
Admissible<Module> link(std::span<const Module> modules);

/// Gives specialization constants their values and turns them into constants.
Admissible<Module> specialize(const Module& module, std::span<const SpecializationConstant> values);

/// Computes what is left of OpSpecConstantOp.
Admissible<Module> foldConstants(const Module& module);

/// One variable for each built-in.
Admissible<Module> mergeBuiltInVariables(const Module& module);

/// Says differently what the translator lacks.
Admissible<Module> rewriteForTranslator(const Module& module);

/// One function for each entry point, called by nobody.
Admissible<Module> separateEntryPoints(const Module& module);

/// What needs the whole program and its constants: recursion, undefined functions, sizes of types
/// and variables, and what the translator is known not to survive.
Admissible<void> checkProgram(const Module& module);

/// Parts of checkProgram.
Admissible<void> checkAnnotations(const Module& module, const Layouts& layouts);
Admissible<void> checkInstructions(const Module& module, const Layouts& layouts);
Admissible<void> checkSubGroups(const Module& module);

/// Facts of each entry point.
Admissible<std::vector<KernelMetadata>> reflect(const Module& module);

/// Bytes of program-scope variables in global memory.
uint64_t globalVariableBytes(const Module& module);

}  // namespace lanewise::admit
