// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// kernel_attributes.def for passes: the attributes that identify kernels in IR and pass information
// between stages and to the host. frontend/kernel_attributes.h has the attributes that a source
// declares.
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

/// Names, such as kKernelAttribute: kernel_attributes.def has their meaning.
#define KERNEL_ATTRIBUTE(id, name, value, since, meaning) \
  inline constexpr llvm::StringLiteral k##id##Attribute = name;
#include "compiler/contract/kernel_attributes.def"

/// Checks the attribute or, before it is set, SPIR's calling convention.
bool isKernel(const llvm::Function& function);

/// Functions with a body and kKernelAttribute, in the module's order.
llvm::SmallVector<llvm::Function*> kernelsOf(llvm::Module& module);

/// Read by Function::getFnAttributeAsParsedInteger().
void setNumberAttribute(llvm::Function& function, llvm::StringRef name, uint64_t value);

}  // namespace lanewise
