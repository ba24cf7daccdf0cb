// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creates pipes. When a pipe is deleted, the log names what kernels have done wrong with it: no
// instruction on pipes can report that.
#include "runtime/memory/pipe.h"

#include "interface/pipe_layout.h"
#include "runtime/base/log.h"
#include "runtime/memory/owned_memory.h"

#include <cstring>
#include <new>

namespace lanewise {
namespace {

/// Where pipes::Pipe::memory lies behind the Pipe.
constexpr size_t kMemoryOffset = (sizeof(pipes::Pipe) + pipes::kMemoryAlignment - 1) /
                                 pipes::kMemoryAlignment * pipes::kMemoryAlignment;

class PipeMemory final : public MemObject::Storage {
 public:
  PipeMemory(std::unique_ptr<HostMemory> memory, cl_uint packetBytes, cl_uint maxPackets)
      : memory_(std::move(memory)), pipe_(*new(memory_->data()) pipes::Pipe{}) {
    pipe_.packetBytes = packetBytes;
    pipe_.capacity = maxPackets;
    pipe_.memory = memory_->data() + kMemoryOffset;
    // A large block may have what an earlier one of this process had.
    std::memset(pipe_.memory, 0, pipes::packetsOffset(maxPackets));
  }
  ~PipeMemory() override {
    if (logs(LogGroup::Api)) [[unlikely]]
      reportMistakes();
  }

  const pipes::Pipe* pipe() const override { return &pipe_; }

 private:
  void reportMistakes() const {
    reportOpen(pipe_.writers, "writing");
    reportOpen(pipe_.readers, "reading");
    if (pipe_.wrongPacketBytes != 0)
      log(LogGroup::Api,
          "pipe with packets of %u bytes: calls failed that access packets of %u bytes",
          pipe_.packetBytes, pipe_.wrongPacketBytes);
  }

  void reportOpen(const pipes::Side& side, const char* what) const {
    if (side.tail.value != side.done.value)
      log(LogGroup::Api,
          "pipe with packets of %u bytes: %lu packets remained reserved for %s: a reservation was "
          "never committed",
          pipe_.packetBytes, side.tail.value - side.done.value, what);
  }

  const std::unique_ptr<HostMemory> memory_;
  pipes::Pipe& pipe_;
};

}  // namespace

uint64_t pipeBytes(cl_uint packetBytes, cl_uint maxPackets) {
  return kMemoryOffset + pipes::memoryBytes(packetBytes, maxPackets);
}

Result<MemObject*> createPipe(Context& context, cl_mem_flags flags, cl_uint packetBytes,
                              cl_uint maxPackets) {
  TRY(auto memory,
      HostMemory::allocate(context, pipeBytes(packetBytes, maxPackets), Contents::Zeros));
  std::byte* const data = memory->data();
  return new MemObject(context, {.type = CL_MEM_OBJECT_PIPE,
                                 .flags = flags,
                                 .sizeBytes = size_t(packetBytes) * maxPackets,
                                 .data = data,
                                 .storage = std::make_unique<PipeMemory>(std::move(memory),
                                                                         packetBytes, maxPackets)});
}

}  // namespace lanewise
