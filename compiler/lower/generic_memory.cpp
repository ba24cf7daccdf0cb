// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All memory of a kernel belongs to the process, so the address space follows from the address.
// Local memory is the block of the worker for the group. Private memory is its spill area, the
// argument block (structures passed by value) and the part of the stack just below the frame of the
// entry, into which the whole kernel is inlined. Everything else is global.
#include "compiler/lower/generic_memory.h"

#include "compiler/contract/address_spaces.h"
#include "compiler/contract/kernel_calls.h"

#include <llvm/IR/Intrinsics.h>
#include <spirv/unified1/spirv.hpp11>

#include <cstdint>

namespace lanewise {
namespace {

// More than an entry's frame (bound-private-memory) with the spills of code generation, and no more
// than any thread's stack: nothing else is so close below a frame.
constexpr uint64_t kFrameBytes = 48 * 1024;

class Question {
 public:
  Question(llvm::IRBuilderBase& builder, llvm::Value* pointer)
      : builder_(builder), address_(addressOf(pointer)) {}

  llvm::Value* isLocal() { return isWithin(KernelCall::LocalMemory, KernelCall::LocalBytes); }
  llvm::Value* isPrivate() {
    llvm::Value* blocks =
        builder_.CreateOr(isWithin(KernelCall::SpillArea, KernelCall::SpillBytes),
                          isWithin(KernelCall::Arguments, KernelCall::ArgumentBytes));
    return builder_.CreateOr(blocks, isBelowFrame());
  }
  llvm::Value* isIn(unsigned addressSpace) {
    if (addressSpace == kLocalAddressSpace) return isLocal();
    if (addressSpace == kPrivateAddressSpace) return isPrivate();
    return builder_.CreateNot(builder_.CreateOr(isLocal(), isPrivate()));
  }

 private:
  llvm::Value* addressOf(llvm::Value* pointer) {
    return builder_.CreatePtrToInt(pointer, builder_.getInt64Ty());
  }
  llvm::Value* isWithin(KernelCall block, KernelCall bytes) {
    llvm::Value* begin = addressOf(emitKernelCall(builder_, block));
    return builder_.CreateICmpULT(builder_.CreateSub(address_, begin),
                                  emitKernelCall(builder_, bytes));
  }
  llvm::Value* isBelowFrame() {
    llvm::Type* pointer = builder_.getPtrTy();
    llvm::Value* frame = addressOf(
        builder_.CreateIntrinsic(llvm::Intrinsic::frameaddress, {pointer}, {builder_.getInt32(0)}));
    return builder_.CreateICmpULT(builder_.CreateSub(frame, address_),
                                  builder_.getInt64(kFrameBytes));
  }

  llvm::IRBuilderBase& builder_;
  llvm::Value* address_;
};

// The result of address space inference; generic if unknown.
unsigned knownSpace(const llvm::Value* pointer) {
  return pointer->stripInBoundsOffsets()->getType()->getPointerAddressSpace();
}

llvm::Value* castExplicit(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  llvm::Value* pointer = call.getArgOperand(0);
  const unsigned wanted = call.getType()->getPointerAddressSpace(), known = knownSpace(pointer);
  llvm::Value* cast = builder.CreateAddrSpaceCast(pointer, call.getType());
  llvm::Value* null = llvm::Constant::getNullValue(call.getType());
  if (known != kGenericAddressSpace) return known == wanted ? cast : null;
  return builder.CreateSelect(Question(builder, pointer).isIn(wanted), cast, null);
}

llvm::Value* memorySemantics(llvm::IRBuilderBase& builder, llvm::CallInst& call) {
  llvm::Value* pointer = call.getArgOperand(0);
  const auto bits = [&](spv::MemorySemanticsMask mask) {
    return llvm::ConstantInt::get(call.getType(), static_cast<uint32_t>(mask));
  };
  llvm::Value* local = bits(spv::MemorySemanticsMask::WorkgroupMemory);
  llvm::Value* global = bits(spv::MemorySemanticsMask::CrossWorkgroupMemory);
  llvm::Value* none = bits(spv::MemorySemanticsMask::MaskNone);
  if (const unsigned known = knownSpace(pointer); known != kGenericAddressSpace)
    return known == kLocalAddressSpace ? local : known == kPrivateAddressSpace ? none : global;
  Question question(builder, pointer);
  llvm::Value* notLocal = builder.CreateSelect(question.isPrivate(), none, global);
  return builder.CreateSelect(question.isLocal(), local, notLocal);
}

}  // namespace

llvm::Value* lowerGenericMemory(llvm::IRBuilderBase& builder, const SpirvName& name,
                                llvm::CallInst& call) {
  if (name.instruction == "GenericCastToPtrExplicit") return castExplicit(builder, call);
  if (name.instruction == "GenericPtrMemSemantics") return memorySemantics(builder, call);
  return nullptr;
}

}  // namespace lanewise
