// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names are those that lower-pipes gives to calls.
#include "compiler/lanes/known/uniform_pipes.h"

#include "compiler/lanes/known/library_function.h"
#include "compiler/lanes/known/shapes.h"

#include <llvm/IR/Instructions.h>

namespace lanewise {

bool accessesPackets(llvm::StringRef name) { return name == "ReadPipe" || name == "WritePipe"; }

bool isPipeCallOfLanes(const llvm::CallInst& call, const Shapes& shapes) {
  const llvm::StringRef name = libraryName(call);
  const bool reserves = name == "ReserveReadPipePackets" || name == "ReserveWritePipePackets";
  if (!reserves && !accessesPackets(name)) return false;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    const bool mayDiffer = i == kPacketArgument && !reserves;
    if (!mayDiffer && !shapes.isUniform(*call.getArgOperand(i))) return false;
  }
  return true;
}

}  // namespace lanewise
