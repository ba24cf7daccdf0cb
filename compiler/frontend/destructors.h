// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Destructors of program-scope objects in C++ for OpenCL: Clang registers them with __cxa_atexit,
// which OpenCL does not have. They become one entry point with the execution mode Finalizer.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class CodeGenerator;
}  // namespace clang

namespace llvm {
class Module;
}

namespace lanewise {

/// By their priority, the names in the module of the objects that have destructors, in the order of
/// declaration.
using DestroyedObjects = std::map<unsigned, std::vector<std::string>>;

/// Without those that may be in other modules, too: inline ones, and those of templates.
DestroyedObjects destroyedObjects(clang::CodeGenerator& generator,
                                  const clang::ASTContext& context);

/// Removes the registrations. False if some destructors do not run, because it is not known of
/// what: all of one priority, if there are objects of templates with arguments of this module only.
/// \pre llvm.global_ctors is there.
bool moveDestructors(llvm::Module& module, const DestroyedObjects& objects,
                     const std::string& suffix);

}  // namespace lanewise
