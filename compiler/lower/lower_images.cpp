// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lower-images: the image instructions become calls of builtins/images.cpp. Images and samplers
// keep their target("spirv.*") types until flatten-address-spaces makes them pointers: until then,
// such a call has another function type than the function that it calls.
#include "compiler/contract/pass.h"

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/image_blocks.h"
#include "compiler/lower/library_calls.h"
#include "compiler/lower/spirv_calls.h"
#include "compiler/lower/sub_group_values.h"
#include "images/layout.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <spirv/unified1/spirv.hpp11>

namespace lanewise {

/// Ensures, or refuses: no image instruction is left, but calls of `lw_Image*`.
MODULE_PASS(LowerImagesPass);

namespace {

using Builder = llvm::IRBuilder<>;
using Values = llvm::SmallVector<llvm::Value*, 8>;

enum class Effect { Reads, Writes };

// The texels are memory that kernels reach by these calls only: a kernel must not access a buffer
// and an image over the same memory if it writes either.
llvm::MemoryEffects effectsOf(Effect effect) {
  return llvm::MemoryEffects::argMemOnly(llvm::ModRefInfo::Ref) |
         llvm::MemoryEffects::inaccessibleMemOnly(
             effect == Effect::Reads ? llvm::ModRefInfo::Ref : llvm::ModRefInfo::ModRef);
}

llvm::Value* callImage(Builder& builder, llvm::StringRef name, llvm::Type* result, Effect effect,
                       const Values& arguments) {
  return callLibraryWithOpaqueTypes(builder, name, result, arguments, effectsOf(effect));
}

// The optional operands, which stand behind `mask` in the order of its bits.
struct ImageOperands {
  llvm::Value* lod = nullptr;
  llvm::Value *xGradient = nullptr, *yGradient = nullptr;
};

ImageOperands operandsBehind(llvm::CallInst& call, unsigned mask, const SpirvName& name) {
  ImageOperands operands;
  if (call.arg_size() <= mask) return operands;
  const auto bits = static_cast<uint32_t>(
      llvm::cast<llvm::ConstantInt>(call.getArgOperand(mask))->getZExtValue());
  const auto has = [bits](spv::ImageOperandsMask operand) {
    return (bits & static_cast<uint32_t>(operand)) != 0;
  };
  using enum spv::ImageOperandsMask;
  constexpr uint32_t kKnown = uint32_t(Lod) | uint32_t(Grad) | uint32_t(SignExtend) |
                              uint32_t(ZeroExtend) | uint32_t(Nontemporal);
  if (bits & ~kKnown) {
    reportUnsupported(call, name.sourceName() + " with the image operands " + std::to_string(bits));
    return operands;
  }
  unsigned next = mask + 1;
  if (has(Lod)) operands.lod = call.getArgOperand(next++);
  if (has(Grad)) {
    operands.xGradient = call.getArgOperand(next++);
    operands.yGradient = call.getArgOperand(next++);
  }
  return operands;
}

// Three coordinates; those that the instruction does not give are 0.
void addCoordinates(Builder& builder, llvm::Value* coordinates, Values& arguments) {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(coordinates->getType());
  const unsigned count = vector ? vector->getNumElements() : 1;
  for (unsigned i = 0; i < 3; ++i) {
    if (i >= count)
      arguments.push_back(llvm::Constant::getNullValue(coordinates->getType()->getScalarType()));
    else
      arguments.push_back(vector ? builder.CreateExtractElement(coordinates, i) : coordinates);
  }
}

// The library has colors of four float or i32; kernels may have half, and a single number for
// images of depths.
llvm::Type* libraryColor(llvm::Type* color) {
  llvm::Type* scalar = color->getScalarType();
  return llvm::FixedVectorType::get(
      scalar->isHalfTy() ? llvm::Type::getFloatTy(color->getContext()) : scalar, 4);
}

llvm::Value* fromLibrary(Builder& builder, llvm::Value* color, llvm::Type* type) {
  if (!type->isVectorTy()) color = builder.CreateExtractElement(color, uint64_t{0});
  return type->isFPOrFPVectorTy() ? builder.CreateFPCast(color, type) : color;
}

llvm::Value* toLibrary(Builder& builder, llvm::Value* color) {
  llvm::Type* type = libraryColor(color->getType());
  if (!color->getType()->isVectorTy()) color = builder.CreateVectorSplat(4, color);
  return type->isFPOrFPVectorTy() ? builder.CreateFPCast(color, type) : color;
}

// Four components, or one of an image of depths.
bool isColor(llvm::Type* type) {
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  llvm::Type* scalar = type->getScalarType();
  return (!vector || vector->getNumElements() == 4) &&
         (scalar->isHalfTy() || scalar->isFloatTy() || scalar->isIntegerTy(32));
}

std::string withResult(llvm::StringRef name, llvm::Type* type) {
  return (name + "_r" + typeSuffix(type)).str();
}

// A literal sampler, as OpConstantSampler has it in one number.
llvm::Value* literalSampler(llvm::CallInst& call) {
  const uint64_t bits = llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue();
  constexpr uint64_t kLinear = 2;
  const auto linear = (bits >> 4 & 3) == kLinear ? images::Filter::Linear : images::Filter::Nearest;
  llvm::LLVMContext& context = call.getContext();
  const auto byte = [&](auto value) {
    return llvm::ConstantInt::get(llvm::Type::getInt8Ty(context), static_cast<uint8_t>(value));
  };
  const auto number = [&](float value) {
    return llvm::ConstantFP::get(llvm::Type::getFloatTy(context), value);
  };
  static_assert(sizeof(images::SamplerDescriptor) == 12);
  llvm::Constant* descriptor = llvm::ConstantStruct::getAnon(
      {byte(bits >> 1 & 7), byte(linear), byte(bits & 1), byte(images::Filter::Nearest), number(0),
       number(images::kMostLod)});
  llvm::Module& module = *call.getModule();
  auto* global = new llvm::GlobalVariable(module, descriptor->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage, descriptor, "sampler");
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return global;
}

class ImageInstruction {
 public:
  ImageInstruction(llvm::CallInst& call, const SpirvName& name)
      : call_(call), name_(name), builder_(&call) {}

  llvm::Value* lower() {
    const llvm::StringRef instruction = name_.instruction;
    if (const char* problem = typeProblem()) {
      reportUnsupported(call_, name_.sourceName() + " with " + problem);
      return llvm::PoisonValue::get(call_.getType());
    }
    if (instruction == "ImageSampleExplicitLod") return sample();
    if (instruction == "ImageRead" || instruction == "ImageFetch") return read();
    if (instruction == "ImageWrite") return write();
    if (instruction == "ImageQuerySizeLod") return size(call_.getArgOperand(1));
    if (instruction == "ImageQuerySize") return size(builder_.getInt32(0));
    if (instruction == "ImageQueryLevels") return query("ImageLevels");
    if (instruction == "ImageQueryOrder") return query("ImageOrder");
    if (instruction == "ImageQueryFormat") return query("ImageType");
    if (instruction == "SubgroupImageBlockReadINTEL") return readBlock();
    if (instruction == "SubgroupImageBlockWriteINTEL") return writeBlock();
    if (instruction == "ImageQuerySamples") return llvm::ConstantInt::get(call_.getType(), 1);
    return nullptr;
  }

 private:
  // What SPIR-V allows and OpenCL does not (sections 7.6 and 7.7 of the environment specification).
  // Null if there is none.
  const char* typeProblem() const {
    const llvm::StringRef instruction = name_.instruction;
    const bool samples = instruction == "ImageSampleExplicitLod";
    if (!samples && instruction != "ImageRead" && instruction != "ImageFetch" &&
        instruction != "ImageWrite")
      return nullptr;
    llvm::Type* color =
        instruction == "ImageWrite" ? call_.getArgOperand(2)->getType() : call_.getType();
    if (!isColor(color))
      return "texels that are not one or four numbers of half, float or 32-bit integer";
    llvm::Type* coordinate = call_.getArgOperand(1)->getType()->getScalarType();
    if (!coordinate->isIntegerTy(32) && !(samples && coordinate->isFloatTy()))
      return "coordinates that are not 32-bit integers or, with a sampler, float";
    return nullptr;
  }

  // OpSampledImage stands in the block of the instruction that uses it.
  llvm::Value* sample() {
    auto* pair = llvm::dyn_cast<llvm::CallInst>(call_.getArgOperand(0));
    if (!pair || pair->arg_size() != 2) {
      reportUnsupported(call_, name_.sourceName() + " of a value that is no OpSampledImage");
      return llvm::PoisonValue::get(call_.getType());
    }
    Values arguments{pair->getArgOperand(0), pair->getArgOperand(1)};
    addCoordinates(builder_, call_.getArgOperand(1), arguments);
    arguments.push_back(levelOfDetail(pair->getArgOperand(0), operandsBehind(call_, 2, name_)));
    llvm::Type* color = libraryColor(call_.getType());
    return fromLibrary(
        builder_,
        callImage(builder_, withResult("ImageSample", color), color, Effect::Reads, arguments),
        call_.getType());
  }

  llvm::Value* levelOfDetail(llvm::Value* image, const ImageOperands& operands) {
    if (operands.lod) return operands.lod;
    if (!operands.xGradient) return llvm::ConstantFP::get(builder_.getFloatTy(), 0);
    Values arguments{image};
    addCoordinates(builder_, operands.xGradient, arguments);
    addCoordinates(builder_, operands.yGradient, arguments);
    return callImage(builder_, "ImageLod", builder_.getFloatTy(), Effect::Reads, arguments);
  }

  llvm::Value* read() {
    Values arguments{call_.getArgOperand(0)};
    addCoordinates(builder_, call_.getArgOperand(1), arguments);
    llvm::Value* level = operandsBehind(call_, 2, name_).lod;
    arguments.push_back(level ? level : builder_.getInt32(0));
    llvm::Type* color = libraryColor(call_.getType());
    return fromLibrary(
        builder_,
        callImage(builder_, withResult("ImageRead", color), color, Effect::Reads, arguments),
        call_.getType());
  }

  llvm::Value* write() {
    Values arguments{call_.getArgOperand(0)};
    addCoordinates(builder_, call_.getArgOperand(1), arguments);
    llvm::Value* level = operandsBehind(call_, 3, name_).lod;
    arguments.push_back(level ? level : builder_.getInt32(0));
    arguments.push_back(toLibrary(builder_, call_.getArgOperand(2)));
    return callImage(builder_, "ImageWrite", builder_.getVoidTy(), Effect::Writes, arguments);
  }

  llvm::Value* size(llvm::Value* level) {
    const auto extent = [&](unsigned coordinate) {
      llvm::Value* number =
          callImage(builder_, "ImageExtent", builder_.getInt32Ty(), Effect::Reads,
                    {call_.getArgOperand(0), builder_.getInt32(coordinate), level});
      return builder_.CreateZExtOrTrunc(number, call_.getType()->getScalarType());
    };
    auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(call_.getType());
    if (!vector) return extent(0);
    llvm::Value* result = llvm::PoisonValue::get(vector);
    for (unsigned i = 0; i < vector->getNumElements(); ++i)
      result = builder_.CreateInsertElement(
          result, i < 3 ? extent(i) : llvm::Constant::getNullValue(vector->getElementType()), i);
    return result;
  }

  // Image and coordinates of a block, as the calls and the library have them.
  Values blockOperands() {
    llvm::Value* image = call_.getArgOperand(0);
    llvm::Type* pointer = builder_.getPtrTy();
    Values operands{callImage(builder_, "Same", pointer, Effect::Reads, {image})};
    for (const uint64_t coordinate : {0, 1})
      operands.push_back(builder_.CreateExtractElement(call_.getArgOperand(1), coordinate));
    return operands;
  }

  // The block of a sub-group of one work-item.
  ImageBlock blockOfOne(const Values& operands, llvm::Type* type) {
    llvm::BasicBlock& entry = call_.getFunction()->getEntryBlock();
    llvm::Value* memory = Builder(&entry, entry.begin()).CreateAlloca(type, nullptr, "block");
    return {operands[0], operands[1], operands[2], type, 1, builder_.getInt64(1), memory};
  }

  llvm::Value* readBlock() {
    llvm::Type* type = call_.getType();
    const Values operands = blockOperands();
    if (llvm::Value* value = emitImageBlock(builder_, SubGroupCall::ImageBlockRead, type, operands))
      return value;
    const ImageBlock block = blockOfOne(operands, type);
    emitImageBlockRead(builder_, block);
    return builder_.CreateLoad(type, block.memory);
  }

  llvm::Value* writeBlock() {
    llvm::Value* value = call_.getArgOperand(2);
    Values operands = blockOperands();
    Values all{value};
    all.append(operands.begin(), operands.end());
    if (llvm::Value* call =
            emitImageBlock(builder_, SubGroupCall::ImageBlockWrite, value->getType(), all))
      return call;
    const ImageBlock block = blockOfOne(operands, value->getType());
    llvm::Value* stored = builder_.CreateStore(value, block.memory);
    emitImageBlockWrite(builder_, block);
    return stored;
  }

  llvm::Value* query(llvm::StringRef name) {
    return builder_.CreateZExtOrTrunc(
        callImage(builder_, name, builder_.getInt32Ty(), Effect::Reads, {call_.getArgOperand(0)}),
        call_.getType());
  }

  llvm::CallInst& call_;
  const SpirvName& name_;
  Builder builder_;
};

// The translator's name for OpConstantSampler.
constexpr llvm::StringRef kLiteralSampler = "__translate_sampler_initializer";

bool lowerLiteralSamplers(llvm::Module& module) {
  llvm::Function* function = module.getFunction(kLiteralSampler);
  if (!function) return false;
  for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
    auto* call = llvm::cast<llvm::CallInst>(user);
    Builder builder(call);
    call->replaceAllUsesWith(
        callImage(builder, "Same", call->getType(), Effect::Reads, {literalSampler(*call)}));
    call->eraseFromParent();
  }
  function->eraseFromParent();
  return true;
}

}  // namespace

llvm::PreservedAnalyses LowerImagesPass::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
  const bool hasLiterals = lowerLiteralSamplers(module);
  llvm::PreservedAnalyses preserved =
      lowerSpirvCalls(module, [](llvm::CallInst& call, const SpirvName& name) -> llvm::Value* {
        return name.openclStd ? nullptr : ImageInstruction(call, name).lower();
      });
  // Behind their users, which take their operands.
  preserved.intersect(
      lowerSpirvCalls(module, [](llvm::CallInst& call, const SpirvName& name) -> llvm::Value* {
        return name.instruction == "SampledImage" ? llvm::PoisonValue::get(call.getType())
                                                  : nullptr;
      }));
  return hasLiterals ? llvm::PreservedAnalyses::none() : preserved;
}

}  // namespace lanewise
