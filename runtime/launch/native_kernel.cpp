// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command of clEnqueueNativeKernel: a function of the application, called with a copy of its
// arguments.
#include "runtime/launch/native_kernel.h"

#include "runtime/checks/shadow_memory.h"
#include "runtime/workers/queue_threads.h"

#include <cstring>

namespace lanewise {
namespace {

class NativeKernel final : public Command {
 public:
  NativeKernel(NativeFunction function, std::span<const std::byte> arguments,
               std::vector<NativeMemory> memory)
      : Command(CL_COMMAND_NATIVE_KERNEL),
        function_(function),
        arguments_(new std::byte[arguments.size() + 1]),
        hasArguments_(!arguments.empty()),
        memory_(std::move(memory)) {
    if (hasArguments_) std::memcpy(arguments_.get(), arguments.data(), arguments.size());
    for (const NativeMemory& place : memory_) {
      const void* address = place.object ? place.object->data() : nullptr;
      std::memcpy(arguments_.get() + place.offsetBytes, &address, sizeof address);
    }
  }

  Status run() override {
    const QueueThreads::ForeignCode foreign;
    function_(hasArguments_ ? arguments_.get() : nullptr);
    for (const NativeMemory& place : memory_)
      if (place.object) ShadowMemory::noteWritten(place.object->data(), place.object->sizeBytes());
    return CL_COMPLETE;
  }
  // The application's function may acquire a lock that the waiting thread holds.
  bool hostMayHelp() const override { return false; }

 private:
  NativeFunction function_;
  std::unique_ptr<std::byte[]> arguments_;
  bool hasArguments_;
  std::vector<NativeMemory> memory_;
};

}  // namespace

std::unique_ptr<Command> makeNativeKernel(NativeFunction function,
                                          std::span<const std::byte> arguments,
                                          std::vector<NativeMemory> memory) {
  return std::make_unique<NativeKernel>(function, arguments, std::move(memory));
}

}  // namespace lanewise
