// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TexelCode: code that reads the descriptors of the image and of the sampler of a call, and finds
// the texel, for check-images and check-races.
#pragma once

#include "compiler/contract/image_calls.h"

#include <llvm/IR/IRBuilder.h>

#include <cstddef>
#include <cstdint>

namespace lanewise {

/// Emits where its builder is.
class TexelCode {
 public:
  /// \param builder, image  live as long
  TexelCode(llvm::IRBuilderBase& builder, const ImageCall& image)
      : builder_(builder), image_(image) {}

  /// A member of the image's descriptor, and one of a byte as i64.
  llvm::Value* member(llvm::Type* type, llvm::Value* offsetBytes) {
    return memberOf(image_.image, type, offsetBytes);
  }
  llvm::Value* byteOfImage(size_t offsetBytes);
  /// Whether the byte of the sampler's descriptor is the value.
  template <class Value>
  llvm::Value* samplerHas(size_t offsetBytes, Value value) {
    return samplerByteIs(offsetBytes, static_cast<uint64_t>(value));
  }

  /// The level of detail (i64), 0 if the image does not have it, and whether it has (i1). The first
  /// one of look-ups.
  struct ExistingLevel {
    llvm::Value *number, *exists;
  };
  ExistingLevel level();
  /// i32. \param level  as in ExistingLevel
  llvm::Value* extentOf(unsigned coordinate, llvm::Value* level);
  /// Whether it is the number of a layer.
  llvm::Value* isLayer(unsigned coordinate);
  /// abi::texelCoordinate() reads it.
  llvm::Value* place();

  /// The one texel that the call accesses, if it does: look-ups of other filters access several.
  struct Texel {
    llvm::Value *exists, *address;
  };
  Texel texel();

 private:
  llvm::Value* memberOf(llvm::Value* object, llvm::Type* type, llvm::Value* offsetBytes);
  llvm::Value* samplerByteIs(size_t offsetBytes, uint64_t value);
  llvm::Value* levelMember(llvm::Type* type, llvm::Value* level, size_t offsetBytes);
  llvm::Value* rounded(unsigned coordinate, llvm::Intrinsic::ID rounding);
  llvm::Value* texelNumber(unsigned coordinate, llvm::Value* extent, llvm::Value*& exists);

  llvm::IRBuilderBase& builder_;
  const ImageCall& image_;
};

}  // namespace lanewise
