// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes that identify kernels in IR and pass information between stages and to the host
// (compiler/README.md has their meaning). frontend/kernel_attributes.h has the attributes that a
// source declares.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>

#include <cstdint>

namespace llvm {
class Function;
class Module;
}  // namespace llvm

namespace lanewise {

/// The functions of the program, but kernels, get this prefix: LLVM must not take one of them for a
/// function of the C library.
inline constexpr llvm::StringLiteral kFunctionPrefix = "guest.";

/// The prefix of all our attributes, which no others have.
inline constexpr llvm::StringLiteral kAttributePrefix = "lanewise-";

inline constexpr llvm::StringLiteral kKernelAttribute = "lanewise-kernel";
inline constexpr llvm::StringLiteral kArgumentsAttribute = "lanewise-arguments";
inline constexpr llvm::StringLiteral kSubGroupSizeAttribute = "lanewise-sub-group-size";
inline constexpr llvm::StringLiteral kLanesAttribute = "lanewise-lanes";
/// The dimension of the range that is exchanged with x, as in KernelMetadata.
inline constexpr llvm::StringLiteral kLaneDimensionAttribute = "lanewise-lane-dimension";
/// Rows of vectors that run together, at most.
inline constexpr llvm::StringLiteral kRowsAttribute = "lanewise-rows";
/// Of a kernel with lanes: full vectors have no code of their own, unless rows run together.
inline constexpr llvm::StringLiteral kOneFormAttribute = "lanewise-one-form";
/// Which of the codes of the kernel this is (contract/tier.h).
inline constexpr llvm::StringLiteral kTierAttribute = "lanewise-tier";
/// Of a kernel with lanes: with more instructions (analysis/code_size.h) it becomes first code with
/// one form.
inline constexpr llvm::StringLiteral kMostInstructionsAttribute = "lanewise-most-instructions";
/// Of first code: other code may have another number of lanes, because no result depends on it.
inline constexpr llvm::StringLiteral kFreeLanesAttribute = "lanewise-free-lanes";
/// Sub-groups of the kernel have several work-items, which exchange values or know their places.
inline constexpr llvm::StringLiteral kUsesSubGroupsAttribute = "lanewise-uses-sub-groups";
/// Of a kernel with lanes: they are adjacent along the flattened local id, and a vector is a
/// sub-group.
inline constexpr llvm::StringLiteral kFlatLanesAttribute = "lanewise-flat-lanes";
inline constexpr llvm::StringLiteral kUsesHostCallsAttribute = "lanewise-uses-host-calls";
/// The kernel calls lanewise.has_distinct_buffers.
inline constexpr llvm::StringLiteral kTestsBuffersAttribute = "lanewise-tests-buffers";
inline constexpr llvm::StringLiteral kLocalBytesAttribute = "lanewise-local-bytes";
inline constexpr llvm::StringLiteral kPrivateBytesAttribute = "lanewise-private-bytes";
inline constexpr llvm::StringLiteral kSpillFixedBytesAttribute = "lanewise-spill-fixed-bytes";
inline constexpr llvm::StringLiteral kSpillItemBytesAttribute = "lanewise-spill-item-bytes";
/// Of the spill area. What it is more than abi::kBlockAlignment is part of the fixed bytes: the
/// entry rounds the address up.
inline constexpr llvm::StringLiteral kSpillAlignmentAttribute = "lanewise-spill-alignment";
inline constexpr llvm::StringLiteral kUsesBarrierAttribute = "lanewise-uses-barrier";
/// Of a function that kernels call: it stays a function.
inline constexpr llvm::StringLiteral kOutOfLineAttribute = "lanewise-out-of-line";

/// 1 if the kernel can find out how its range is divided into work-groups.
inline constexpr llvm::StringLiteral kObservesGroupsAttribute = "lanewise-observes-groups";

/// Of an entry: the name of its kernel, for diagnostics.
inline constexpr llvm::StringLiteral kEntryOfAttribute = "lanewise-entry-of";

/// The module flag by which the driver asks for check-barriers.
inline constexpr llvm::StringLiteral kCheckBarriersFlag = "lanewise-check-barriers";

/// The module flags by which the driver asks for local memory that is zero when a work-group begins
/// (kernel-entry), and for private variables that are zero (initialize-private).
inline constexpr llvm::StringLiteral kInitializeLocalFlag = "lanewise-initialize-local";
inline constexpr llvm::StringLiteral kInitializePrivateFlag = "lanewise-initialize-private";

/// Checks the attribute or, before it is set, SPIR's calling convention.
bool isKernel(const llvm::Function& function);

/// Functions with a body and kKernelAttribute, in the module's order.
llvm::SmallVector<llvm::Function*> kernelsOf(llvm::Module& module);

/// Read by Function::getFnAttributeAsParsedInteger().
void setNumberAttribute(llvm::Function& function, llvm::StringRef name, uint64_t value);

}  // namespace lanewise
