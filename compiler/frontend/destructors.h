// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Destructors of program-scope objects in C++ for OpenCL: Clang registers them with __cxa_atexit,
// which OpenCL does not have. They become one entry point with the execution mode Finalizer.
#pragma once

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

/// The names in the module of the objects that have destructors, in the order of declaration.
/// Without those that may be in other modules, too: inline ones, and those of templates.
std::vector<std::string> destroyedObjects(clang::CodeGenerator& generator,
                                          const clang::ASTContext& context);

/// Removes the registrations. False if some destructors do not run, because it is not known of
/// what: those of objects in functions, with init_priority, and of templates with arguments of this
/// module only, and all of a program in which temporaries live as long as a program-scope object.
/// \pre llvm.global_ctors is there.
bool moveDestructors(llvm::Module& module, const std::vector<std::string>& objects,
                     const std::string& suffix);

}  // namespace lanewise
