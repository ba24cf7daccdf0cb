// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules are those of images/lookup.h, for one texel.
#include "compiler/checks/texel_code.h"

#include "compiler/contract/check_reports.h"
#include "images/layout.h"
#include "interface/texel_place.h"

namespace lanewise {

using images::ImageDescriptor;
using images::Level;
using images::SamplerDescriptor;

llvm::Value* TexelCode::memberOf(llvm::Value* object, llvm::Type* type, llvm::Value* offsetBytes) {
  return loadKept(builder_, type, builder_.CreateGEP(builder_.getInt8Ty(), object, offsetBytes),
                  llvm::Align(1));
}

llvm::Value* TexelCode::byteOfImage(size_t offsetBytes) {
  return builder_.CreateZExt(member(builder_.getInt8Ty(), builder_.getInt64(offsetBytes)),
                             builder_.getInt64Ty());
}

llvm::Value* TexelCode::samplerByteIs(size_t offsetBytes, uint64_t value) {
  llvm::Value* byte =
      memberOf(image_.sampler, builder_.getInt8Ty(), builder_.getInt64(offsetBytes));
  return builder_.CreateICmpEQ(builder_.CreateZExt(byte, builder_.getInt64Ty()),
                               builder_.getInt64(value));
}

TexelCode::ExistingLevel TexelCode::level() {
  llvm::Value* level = image_.level ? builder_.CreateZExt(image_.level, builder_.getInt64Ty())
                                    : builder_.getInt64(0);
  llvm::Value* exists =
      builder_.CreateICmpULT(level, byteOfImage(offsetof(ImageDescriptor, levels)));
  return {builder_.CreateSelect(exists, level, builder_.getInt64(0)), exists};
}

llvm::Value* TexelCode::levelMember(llvm::Type* type, llvm::Value* level, size_t offsetBytes) {
  return member(
      type, builder_.CreateAdd(builder_.CreateMul(level, builder_.getInt64(sizeof(Level))),
                               builder_.getInt64(offsetof(ImageDescriptor, level) + offsetBytes)));
}

llvm::Value* TexelCode::extentOf(unsigned coordinate, llvm::Value* level) {
  return levelMember(builder_.getInt32Ty(), level,
                     offsetof(Level, extent) + coordinate * sizeof(unsigned));
}

llvm::Value* TexelCode::isLayer(unsigned coordinate) {
  return builder_.CreateICmpEQ(byteOfImage(offsetof(ImageDescriptor, layerCoordinate)),
                               builder_.getInt64(coordinate));
}

/// The coordinate as an integer.
llvm::Value* TexelCode::rounded(unsigned coordinate, llvm::Intrinsic::ID rounding) {
  llvm::Value* at = image_.coordinates[coordinate];
  if (!at->getType()->isFloatTy()) return at;
  return builder_.CreateIntrinsic(llvm::Intrinsic::fptosi_sat,
                                  {builder_.getInt32Ty(), at->getType()},
                                  {builder_.CreateUnaryIntrinsic(rounding, at)});
}

llvm::Value* TexelCode::place() {
  llvm::Value* packed = builder_.getInt64(0);
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value* at = rounded(i, llvm::Intrinsic::floor);
    if (i > 0) {
      const auto bound = [&](llvm::Intrinsic::ID which, int limit) {
        at = builder_.CreateBinaryIntrinsic(
            which, at, llvm::ConstantInt::getSigned(builder_.getInt32Ty(), limit));
      };
      bound(llvm::Intrinsic::smax, abi::kLeastTexelYZ);
      bound(llvm::Intrinsic::smin, abi::kMostTexelYZ);
      at = builder_.CreateTrunc(at, builder_.getInt16Ty());
    }
    packed =
        builder_.CreateOr(packed, builder_.CreateShl(builder_.CreateZExt(at, builder_.getInt64Ty()),
                                                     builder_.getInt64(abi::kTexelShift[i])));
  }
  return packed;
}

/// The number along a coordinate, which is in the image where `exists` remains true.
llvm::Value* TexelCode::texelNumber(unsigned coordinate, llvm::Value* extent,
                                    llvm::Value*& exists) {
  if (!image_.sampler) {
    llvm::Value* at = image_.coordinates[coordinate];
    exists = builder_.CreateAnd(exists, builder_.CreateICmpULT(at, extent));
    return at;
  }
  llvm::Value* ofLayer = isLayer(coordinate);
  llvm::Value* at = builder_.CreateSelect(ofLayer, rounded(coordinate, llvm::Intrinsic::rint),
                                          rounded(coordinate, llvm::Intrinsic::floor));
  // The border color is no texel.
  llvm::Value* isBorder = builder_.CreateAnd(
      builder_.CreateNot(ofLayer),
      builder_.CreateAnd(
          samplerHas(offsetof(SamplerDescriptor, addressing), images::Addressing::Clamp),
          builder_.CreateICmpUGE(at, extent)));
  exists = builder_.CreateAnd(exists, builder_.CreateNot(isBorder));
  llvm::Value* last = builder_.CreateSub(extent, builder_.getInt32(1));
  return builder_.CreateBinaryIntrinsic(
      llvm::Intrinsic::smax, builder_.CreateBinaryIntrinsic(llvm::Intrinsic::smin, at, last),
      builder_.getInt32(0));
}

TexelCode::Texel TexelCode::texel() {
  const auto [level, levelExists] = this->level();
  llvm::Value* exists = levelExists;
  if (image_.sampler) {
    const auto require = [&](llvm::Value* condition) {
      exists = builder_.CreateAnd(exists, condition);
    };
    require(samplerHas(offsetof(SamplerDescriptor, isNormalized), 0));
    require(samplerHas(offsetof(SamplerDescriptor, filter), images::Filter::Nearest));
    require(builder_.CreateICmpEQ(byteOfImage(offsetof(ImageDescriptor, levels)),
                                  builder_.getInt64(1)));
  }
  llvm::Value* address = levelMember(builder_.getPtrTy(), level, offsetof(Level, texels));
  for (unsigned i = 0; i < 3; ++i) {
    llvm::Value* distance =
        i == 0 ? byteOfImage(offsetof(ImageDescriptor, format.texelBytes))
               : levelMember(builder_.getInt64Ty(), level,
                             offsetof(Level, pitch) + (i - 1) * sizeof(unsigned long));
    llvm::Value* number =
        builder_.CreateZExt(texelNumber(i, extentOf(i, level), exists), builder_.getInt64Ty());
    address =
        builder_.CreateGEP(builder_.getInt8Ty(), address, builder_.CreateMul(number, distance));
  }
  return {exists, address};
}

}  // namespace lanewise
