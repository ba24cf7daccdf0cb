// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-images: for builds with kCheckMemoryFlag. Reads and writes of texels outside of an image
// are reported, and those as numbers that its format does not have. They take place: the device
// library stays inside of the image's memory.
#include "compiler/contract/module_flags.h"
#include "compiler/contract/pass.h"

#include "compiler/checks/texel_code.h"
#include "compiler/contract/check_reports.h"
#include "compiler/contract/image_calls.h"
#include "compiler/contract/kernel_attributes.h"
#include "compiler/contract/kernel_calls.h"
#include "images/formats.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include <cstddef>

namespace lanewise {

/// Requires: flatten-address-spaces (images are pointers). Ensures: accesses of texels of a module
/// with kCheckMemoryFlag report where OpenCL leaves them undefined. Why here: functions out of line
/// are still without hidden parameters, so a report in them gets the launch like any other value of
/// a work-item.
MODULE_PASS(CheckImagesPass);

namespace {

using Builder = llvm::IRBuilder<>;
using images::ImageDescriptor;
using images::SamplerDescriptor;

/// A bit for each channel type whose texels are floats.
constexpr uint64_t kFloatTypes = 0
#define CHANNEL_TYPE(name, constant, number, values, ...) \
  | uint64_t(images::Values::values == images::Values::Float) << number
#include "images/formats.def"
    ;

class TexelAccess {
 public:
  TexelAccess(llvm::CallInst& call, const ImageCall& image)
      : call_(call), image_(image), builder_(&call), code_(builder_, image) {}

  void check() {
    const std::string verb = image_.access == ImageAccess::Write ? "write" : "read";
    reportWhere(isOfOtherKind(), verb + (isFloat() ? " of floats" : " of integers"));
    builder_.SetInsertPoint(&call_);
    reportWhere(isOutside(), verb + " of a texel");
  }

 private:
  bool isFloat() const { return image_.color->getScalarType()->isFloatTy(); }

  llvm::Value* isOfOtherKind() {
    llvm::Value* type = code_.byteOfImage(offsetof(ImageDescriptor, format.type));
    llvm::Value* bit =
        builder_.CreateAnd(builder_.CreateLShr(builder_.getInt64(kFloatTypes), type), uint64_t(1));
    return builder_.CreateICmpEQ(bit, builder_.getInt64(isFloat() ? 0 : 1));
  }

  llvm::Value* isOutside() {
    const TexelCode::ExistingLevel level = code_.level();
    llvm::Value* isBad = builder_.CreateNot(level.exists);
    for (unsigned i = 0; i < 3; ++i)
      isBad = builder_.CreateOr(isBad, leaves(i, code_.extentOf(i, level.number)));
    return image_.sampler ? builder_.CreateAnd(isBad, trustsCoordinates()) : isBad;
  }

  llvm::Value* leaves(unsigned i, llvm::Value* extent) {
    llvm::Value* at = image_.coordinates[i];
    llvm::Value* isBad;
    if (at->getType()->isFloatTy()) {  // numbers that are none, too
      llvm::Value* end = builder_.CreateUIToFP(extent, at->getType());
      isBad = builder_.CreateOr(builder_.CreateFCmpULT(at, llvm::ConstantFP::get(at->getType(), 0)),
                                builder_.CreateFCmpUGE(at, end));
    } else {
      isBad = builder_.CreateICmpUGE(at, extent);
    }
    if (!image_.sampler) return isBad;
    // Look-ups with a sampler clamp the layer.
    return builder_.CreateAnd(isBad, builder_.CreateNot(code_.isLayer(i)));
  }

  /// Whether the sampler says that the program keeps coordinates inside.
  llvm::Value* trustsCoordinates() {
    return builder_.CreateAnd(
        code_.samplerHas(offsetof(SamplerDescriptor, addressing), images::Addressing::None),
        code_.samplerHas(offsetof(SamplerDescriptor, isNormalized), 0));
  }

  void reportWhere(llvm::Value* isBad, const std::string& action) {
    const std::string site = siteText("memory", action, "image", call_);
    reportIf(isBad, call_, [&](llvm::IRBuilderBase& inside) {
      builder_.SetInsertPoint(inside.GetInsertBlock(), inside.GetInsertPoint());
      emitReport(inside, site, code_.place(), image_.image);
    });
  }

  llvm::CallInst& call_;
  const ImageCall& image_;
  Builder builder_;
  TexelCode code_;
};

}  // namespace

llvm::PreservedAnalyses CheckImagesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  if (!module.getModuleFlag(kCheckMemoryFlag)) return llvm::PreservedAnalyses::all();
  llvm::SmallVector<llvm::CallInst*> calls;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) calls.push_back(call);
  bool changed = false;
  for (llvm::CallInst* call : calls)
    if (const auto image = imageCallOf(*call)) {
      TexelAccess(*call, *image).check();
      changed = true;
    }
  if (changed)
    for (llvm::Function* kernel : kernelsOf(module)) kernel->addFnAttr(kUsesHostCallsAttribute);
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise
