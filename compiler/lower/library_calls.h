// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Emits calls of device library functions, named by the rule of compiler/README.md.
#pragma once

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/IRBuilder.h>

#include <string>

namespace lanewise {

/// "f32", "i8", "p", "f32x4".
std::string typeSuffix(const llvm::Type* type);

/// Declares the function of the device library whose symbol is kLibraryPrefix, `name`, and one type
/// suffix per parameter.
llvm::FunctionCallee libraryFunction(llvm::Module& module, llvm::StringRef name, llvm::Type* result,
                                     llvm::ArrayRef<llvm::Type*> parameters,
                                     llvm::MemoryEffects effects);

/// Calls the function of the device library whose symbol is kLibraryPrefix, `name`, and one type
/// suffix per argument. Pointers are passed in address space 0. The function accesses no memory but
/// what its arguments point to.
llvm::Value* callLibrary(llvm::IRBuilderBase& builder, llvm::StringRef name, llvm::Type* result,
                         llvm::ArrayRef<llvm::Value*> arguments);

/// Calls a function of the device library with images, samplers, pipes or ids of reservations,
/// whose types are target("spirv.*") until flatten-address-spaces makes them pointers. Until then
/// the call has another function type than the function.
llvm::CallInst* callLibraryWithOpaqueTypes(llvm::IRBuilderBase& builder, llvm::StringRef name,
                                           llvm::Type* result,
                                           llvm::ArrayRef<llvm::Value*> arguments,
                                           llvm::MemoryEffects effects);

/// Applies `lane` to the components of vectors and joins the results; `type` is the result's. For a
/// scalar type it is applied once, to the arguments themselves.
llvm::Value* mapLanes(llvm::IRBuilderBase& builder, llvm::Type* type,
                      llvm::ArrayRef<llvm::Value*> arguments, llvm::ArrayRef<unsigned> pointerSteps,
                      llvm::function_ref<llvm::Value*(llvm::ArrayRef<llvm::Value*>)> lane);

}  // namespace lanewise
