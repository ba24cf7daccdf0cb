// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls of the device library that read, sample or write texels (builtins/images.cpp).
#pragma once

#include <optional>

namespace llvm {
class CallInst;
class Type;
class Value;
}  // namespace llvm

namespace lanewise {

enum class ImageAccess { Read, Sample, Write };

struct ImageCall {
  ImageAccess access;
  llvm::Value* image;           // of an images::ImageDescriptor
  llvm::Value* sampler;         // of an images::SamplerDescriptor; null but for Sample
  llvm::Value* coordinates[3];  // i32, or float with a sampler; 0 where the image has fewer
  llvm::Value* level;           // i32; null for Sample
  llvm::Type* color;            // a vector of float or i32
  llvm::Value* written;         // of that type; null but for Write
};

/// nullopt if the call is no such function.
std::optional<ImageCall> imageCallOf(const llvm::CallInst& call);

}  // namespace lanewise
