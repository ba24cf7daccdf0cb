// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Why in IR: the argument that holds the data is a structure of as many bytes as the instructions
// say, which SPIR-V would need types for.
#include "compiler/driver/block_kernels.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/lower/spirv_calls.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/Alignment.h>

#include <algorithm>
#include <optional>

namespace lanewise {
namespace {

/// Alignment of the memory behind a pointer that may be to anything.
constexpr uint32_t kLocalAlignBytes = 128;
constexpr uint32_t kPointerBytes = 8;

/// What the translator calls the queries of a block: the name of the instruction.
llvm::StringRef queryOf(llvm::StringRef name) {
  return llvm::StringSwitch<llvm::StringRef>(name)
      .Case("__get_kernel_work_group_size_impl", "GetKernelWorkGroupSize")
      .Case("__get_kernel_preferred_work_group_size_multiple_impl",
            "GetKernelPreferredWorkGroupSizeMultiple")
      .Case("__get_kernel_sub_group_count_for_ndrange_impl", "GetKernelNDrangeSubGroupCount")
      .Case("__get_kernel_max_sub_group_size_for_ndrange_impl", "GetKernelNDrangeMaxSubGroupSize")
      .Default("");
}

/// Where a call has the function.
struct Place {
  unsigned function;
  bool hasData = false;  // with size and alignment, behind the function
};

std::optional<Place> placeIn(llvm::StringRef instruction) {
  if (instruction == "EnqueueKernel") return Place{6, true};
  if (instruction == "GetKernelWorkGroupSize" ||
      instruction == "GetKernelPreferredWorkGroupSizeMultiple")
    return Place{0};
  if (instruction == "GetKernelNDrangeSubGroupCount" ||
      instruction == "GetKernelNDrangeMaxSubGroupSize")
    return Place{1};
  return std::nullopt;
}

struct Block {
  uint64_t dataBytes = 1;
  uint64_t alignBytes = 1;
  llvm::SmallVector<llvm::Use*, 4> uses;
};

class Blocks {
 public:
  explicit Blocks(llvm::Module& module) : module_(module) {}

  llvm::Error find() {
    for (llvm::Function& function : module_)
      if (const llvm::StringRef query = queryOf(function.getName()); !query.empty())
        function.setName("_Z" + llvm::Twine(query.size() + 8) + "__spirv_" + query + "v");
    for (llvm::Function& function : module_)
      for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
          if (llvm::Error error = read(*call)) return error;
    return llvm::Error::success();
  }

  void makeKernels(const KernelMetadata& common, std::vector<KernelMetadata>& kernels) {
    uint64_t number = 0;
    for (auto& [function, block] : blocks_) {
      kernels.push_back(makeKernel(*function, block, common));
      for (llvm::Use* use : block.uses)
        use->set(llvm::ConstantExpr::getIntToPtr(
            llvm::ConstantInt::get(llvm::Type::getInt64Ty(module_.getContext()), number),
            use->get()->getType()));
      ++number;
    }
  }

 private:
  llvm::Error read(llvm::CallInst& call) {
    const llvm::Function* callee = call.getCalledFunction();
    const auto name = callee ? parseSpirvName(callee->getName()) : std::nullopt;
    const auto place = name ? placeIn(name->instruction) : std::nullopt;
    if (!place) return llvm::Error::success();
    auto* function =
        llvm::dyn_cast<llvm::Function>(call.getArgOperand(place->function)->stripPointerCasts());
    if (!function)
      return makeError(DiagnosticKind::InternalError,
                       "translation lost the function of " + name->sourceName());
    Block& block = blocks_[function];
    block.uses.push_back(&call.getArgOperandUse(place->function));
    if (!place->hasData) return llvm::Error::success();
    const auto number = [&](unsigned index) {
      return llvm::cast<llvm::ConstantInt>(call.getArgOperand(index))->getZExtValue();
    };
    block.dataBytes = std::max(block.dataBytes, number(place->function + 2));
    block.alignBytes = std::max(block.alignBytes, number(place->function + 3));
    return llvm::Error::success();
  }

  KernelMetadata makeKernel(llvm::Function& function, const Block& block,
                            const KernelMetadata& common) const {
    llvm::LLVMContext& context = module_.getContext();
    llvm::SmallVector<llvm::Type*> types = {llvm::PointerType::get(context, kPrivateAddressSpace)};
    types.append(function.getFunctionType()->param_begin() + 1,
                 function.getFunctionType()->param_end());
    auto* kernel = llvm::Function::Create(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context), types, false),
        llvm::GlobalValue::ExternalLinkage, "", &module_);
    kernel->setCallingConv(llvm::CallingConv::SPIR_KERNEL);
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
      kernel->setName(function.getName() + ".enqueued");  // the host launches it, too
    else
      kernel->takeName(&function);
    if (kernel->getName().empty()) kernel->setName("block");  // of a module without names
    auto* data = llvm::ArrayType::get(llvm::Type::getInt8Ty(context), block.dataBytes);
    kernel->addParamAttr(0, llvm::Attribute::getWithByValType(context, data));
    kernel->addParamAttr(0,
                         llvm::Attribute::getWithAlignment(context, llvm::Align(block.alignBytes)));
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "entry", kernel));
    llvm::SmallVector<llvm::Value*> arguments = {
        builder.CreateAddrSpaceCast(kernel->getArg(0), function.getArg(0)->getType())};
    for (llvm::Argument& local : llvm::drop_begin(kernel->args())) arguments.push_back(&local);
    llvm::CallInst* call = builder.CreateCall(&function, arguments);
    call->setCallingConv(function.getCallingConv());
    builder.CreateRetVoid();
    return describe(*kernel, block, common);
  }

  static KernelMetadata describe(const llvm::Function& kernel, const Block& block,
                                 const KernelMetadata& common) {
    KernelMetadata metadata = common;
    metadata.name = kernel.getName();
    metadata.role = KernelRole::Block;
    KernelArgument data;
    data.sizeBytes = static_cast<uint32_t>(block.dataBytes);
    data.alignBytes = static_cast<uint32_t>(block.alignBytes);
    metadata.arguments = {data};
    uint64_t offset = llvm::alignTo(block.dataBytes, kPointerBytes);
    for (size_t i = 1; i < kernel.arg_size(); ++i, offset += kPointerBytes) {
      KernelArgument local;
      local.kind = ArgumentKind::LocalPointer;
      local.addressSpace = AddressSpace::Local;
      local.offsetBytes = static_cast<uint32_t>(offset);
      local.sizeBytes = kPointerBytes;
      local.alignBytes = kLocalAlignBytes;
      metadata.arguments.push_back(local);
    }
    metadata.argumentBytes = static_cast<uint32_t>(offset);
    return metadata;
  }

  llvm::Module& module_;
  llvm::MapVector<llvm::Function*, Block> blocks_;
};

}  // namespace

llvm::Error addBlockKernels(llvm::Module& module, const KernelMetadata& common,
                            std::vector<KernelMetadata>& kernels) {
  Blocks blocks(module);
  if (llvm::Error error = blocks.find()) return error;
  blocks.makeKernels(common, kernels);
  return llvm::Error::success();
}

}  // namespace lanewise
