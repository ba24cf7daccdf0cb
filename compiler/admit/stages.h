// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The steps of admit(), in the order in which admit.cpp runs them. Each takes a module and returns
// a module or a diagnostic for the build log.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "compiler/admit/admit.h"
#include "compiler/admit/layout.h"
#include "compiler/admit/module.h"
#include "interface/launch_kind.h"

namespace lanewise::admit {

/// Runs the steps on `module` in sequence, up to the first that fails. (The same as and_then() of
/// std::expected, which the library of g++ 12 does not have.)
template <class... Steps>
Admissible<Module> inOrder(Admissible<Module> module, const Steps&... steps) {
  (void)(... && (bool(module) && bool(module = steps(*module))));
  return module;
}

/// Gives debug information's pointers to private memory a storage class if they have none, as in
/// llvm-spirv's output for event_t and similar types: SPIRV-Tools' grammar requires one. The input
/// is untrusted words that nothing has read yet.
void completeDebugPointers(std::span<uint32_t> words);

/// Removes these entry points, and the execution modes of functions that have no other one.
Admissible<Module> removeEntryPoints(const Module& module,
                                     const std::function<bool(const Instruction&)>& isRemoved);

/// Removes the entry points of all kernels but those of `kinds`. `modules` are all modules of the
/// program; if none has such a kernel, they stay as they are.
Admissible<std::vector<Module>> keepKernels(std::vector<Module> modules,
                                            std::span<const LaunchKind> kinds);

/// A module, and whether functions were removed from it.
struct Trimmed {
  Module module;
  bool isTrimmed = false;
};

/// Removes functions that no kernel of the program reaches, and what only they use. `modules` are
/// all modules of the program: a kernel may reach a function of another one by its exported name.
Admissible<std::vector<Trimmed>> removeUnreachable(std::vector<Module> modules);

/// Removes declarations of capabilities and extensions that the device does not support: for a
/// trimmed module, whose removed functions may have needed them. The validator reports an
/// instruction that needs one of them and that checkEnvironment() does not find.
Admissible<Module> removeUnsupportedDeclarations(const Module& module, const DeviceLimits& device);

/// The OpenCL environment: memory model, capabilities, extensions, instructions, types,
/// decorations, execution modes, scopes, alignments. Runs before any rewriting, so that word
/// offsets are those of the application's module.
Admissible<void> checkEnvironment(const Trimmed& trimmed, const DeviceLimits& device);

/// Removes non-semantic instructions and, unless `keep`, debug information. Lines stay for
/// diagnostics.
Admissible<Module> removeDebugInfo(const Module& module, bool keep);

/// The words of the module without lines.
std::vector<uint32_t> withoutLines(const Module& module);

/// Expands decoration groups, and removes names of undefined ids.
Admissible<Module> expandDecorationGroups(const Module& module);

/// Removes what later steps do not support or need: merge instructions (loop hints remain as
/// OpLoopControlINTEL) and aliasing declarations. Completes interface lists. Adds a remark if it
/// repairs what an old translator wrote.
Admissible<Module> normalize(const Module& module, std::vector<Diagnostic>& remarks);

/// The former name of the extension SPV_INTEL_long_composites, which the translator expects.
inline constexpr std::string_view kTranslatorLongComposites = "SPV_INTEL_long_constant_composite";

/// Repairs what old translators wrote and the validator refuses. Adds a remark for each row of
/// module_repairs.def that applies; without one, the module is the same.
Admissible<Module> repair(const Module& module, std::vector<Diagnostic>& remarks);

/// Returns a module for the validator: it has the extension under its present name, and composite
/// constants of several instructions, once their parts are checked, as null constants.
Admissible<Module> shortenComposites(const Module& module);

/// OpImageRead or OpImageWrite with a level of detail.
bool hasImageLevel(const Module& module, const Instruction& i);
/// Returns a module for the validator: it has such instructions without the level, once the level's
/// type is checked.
Admissible<Module> copyImageLevels(const Module& module);

/// SPIRV-Tools' validator, in the universal environment of the module's version.
Admissible<void> validate(const Module& module);

/// Links several modules to one and resolves imports.
Admissible<Module> link(std::span<const Module> modules);

/// No name is defined by two modules, whose numbers the diagnostic has.
Admissible<void> checkDistinctSymbols(std::span<const Module> modules);

/// The diagnostic for a link that failed with these messages of SPIRV-Tools: it names the symbol
/// and the numbers of the programs, from 1.
Diagnostic explainLinkError(std::span<const Module> modules, std::string_view messages);

/// Rules of the OpenCL environment for single instructions, whose constants are known. Adds remarks
/// about what is allowed and has no effect.
Admissible<void> checkOpenclRules(const Module& module, std::vector<Diagnostic>& remarks);

/// Assigns values to specialization constants and makes them constants.
Admissible<Module> specialize(const Module& module, std::span<const SpecializationConstant> values);

/// Computes the remaining OpSpecConstantOp.
Admissible<Module> foldConstants(const Module& module);

/// Puts the declarations of functions before their definitions, and keeps one of each name and
/// type. For linked modules.
Admissible<Module> sortDeclarations(const Module& module);

/// Gives calls the type of pointer that the called function returns. For linked modules.
Admissible<Module> castCallResults(const Module& module);

/// One variable for each built-in.
Admissible<Module> mergeBuiltInVariables(const Module& module);

/// Replaces named barriers by pointers and calls of imported functions (named_barriers.h).
Admissible<Module> replaceNamedBarriers(const Module& module);

/// Replaces what the translator does not support by equivalent instructions.
Admissible<Module> rewriteForTranslator(const Module& module);

/// One function for each entry point, which nothing calls.
Admissible<Module> separateEntryPoints(const Module& module);

/// Calls of an imported printf become the instruction.
Admissible<Module> replacePrintf(const Module& module);

/// Checks that need the whole program and its constants: recursion, undefined functions, sizes of
/// types and variables, and input that crashes the translator.
Admissible<void> checkProgram(const Module& module, const IsDefinedLater& isDefinedLater);

/// Parts of checkProgram.
Admissible<void> checkAnnotations(const Module& module, const Layouts& layouts);
Admissible<void> checkInstructions(const Module& module, const Layouts& layouts);
Admissible<void> checkSubGroups(const Module& module);

/// Metadata of each entry point.
Admissible<std::vector<KernelMetadata>> reflect(const Module& module, const DeviceLimits& device);

/// Bytes of program-scope variables in global memory.
uint64_t globalVariableBytes(const Module& module);

}  // namespace lanewise::admit
