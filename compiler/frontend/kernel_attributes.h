// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The attributes of kernels as declared in their source.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

namespace clang {
class ASTConsumer;
}

namespace lanewise {

/// Maps the name of a kernel to its attributes.
using KernelAttributes = std::unordered_map<std::string, std::string>;

/// Fills `attributes`, which must outlive it, when the program has been parsed.
std::unique_ptr<clang::ASTConsumer> makeAttributeReader(KernelAttributes& attributes);

}  // namespace lanewise
