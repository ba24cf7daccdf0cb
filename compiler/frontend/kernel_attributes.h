// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of kernels as their source declares them.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

namespace clang {
class ASTConsumer;
}

namespace lanewise {

/// By the kernel's name.
using KernelAttributes = std::unordered_map<std::string, std::string>;

/// Fills `attributes`, which must outlive it, when the program has been parsed.
std::unique_ptr<clang::ASTConsumer> makeAttributeReader(KernelAttributes& attributes);

}  // namespace lanewise
