// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The name says which, and the order of the operands follows from that (lower-images writes it).
#include "compiler/contract/image_calls.h"

#include "builtins/library_prefix.h"

#include <llvm/IR/Instructions.h>

namespace lanewise {

std::optional<ImageCall> imageCallOf(const llvm::CallInst& call) {
  const llvm::Function* function = call.getCalledFunction();
  llvm::StringRef name = function ? function->getName() : "";
  if (!name.consume_front(kLibraryPrefix)) return std::nullopt;
  ImageCall result = {};
  if (name.starts_with("ImageRead_r"))
    result.access = ImageAccess::Read;
  else if (name.starts_with("ImageSample_r"))
    result.access = ImageAccess::Sample;
  else if (name.starts_with("ImageWrite_"))
    result.access = ImageAccess::Write;
  else
    return std::nullopt;
  unsigned next = 0;
  const auto take = [&] { return call.getArgOperand(next++); };
  result.image = take();
  if (result.access == ImageAccess::Sample) result.sampler = take();
  for (llvm::Value*& coordinate : result.coordinates) coordinate = take();
  if (result.access != ImageAccess::Sample) result.level = take();
  if (result.access == ImageAccess::Write) result.written = take();
  result.color = result.written ? result.written->getType() : call.getType();
  return result;
}

}  // namespace lanewise
