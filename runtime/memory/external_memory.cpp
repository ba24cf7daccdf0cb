// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mapping of external memory, and the commands that acquire and release it.
#include "runtime/memory/external_memory.h"

#include "runtime/memory/mem_object.h"

#include <CL/cl_ext.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <string>

namespace lanewise {
namespace {

/// Size of the memory; 0 if unknown. An access beyond it would raise SIGBUS.
size_t knownBytes(int descriptor) {
  struct stat facts{};
  if (fstat(descriptor, &facts) != 0) return 0;
  if (facts.st_size > 0) return size_t(facts.st_size);
  // A dma-buf reports its size by seeking to its end only.
  const off_t end = lseek(descriptor, 0, SEEK_END);
  if (end <= 0) return 0;
  lseek(descriptor, 0, SEEK_SET);
  return size_t(end);
}

bool isEmptyFile(int descriptor) {
  struct stat facts{};
  return fstat(descriptor, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size == 0;
}

void sync(int descriptor, uint64_t flags) {
  // Only a dma-buf supports it, and only a dma-buf needs it.
  dma_buf_sync request{flags | DMA_BUF_SYNC_RW};
  (void)ioctl(descriptor, DMA_BUF_IOCTL_SYNC, &request);
}

class ExternalAccess final : public Command {
 public:
  ExternalAccess(cl_command_type type, std::span<MemObject* const> objects)
      : Command(type), objects_(objects.begin(), objects.end()) {}
  Status run() override {
    for (const auto& object : objects_) {
      if (type() == CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR)
        object->external()->beginAccess();
      else
        object->external()->endAccess();
    }
    return CL_COMPLETE;
  }

 private:
  std::vector<Ref<MemObject>> objects_;
};

}  // namespace

ExternalMemory::ExternalMemory(Descriptor file, std::byte* data, size_t sizeBytes,
                               std::vector<Ref<Device>> devices)
    : file_(std::move(file)), data_(data), sizeBytes_(sizeBytes), devices_(std::move(devices)) {}

ExternalMemory::~ExternalMemory() { munmap(data_, sizeBytes_); }

Result<std::unique_ptr<ExternalMemory>> ExternalMemory::map(int descriptor, size_t sizeBytes,
                                                            std::vector<Ref<Device>> devices) {
  Descriptor file(fcntl(descriptor, F_DUPFD_CLOEXEC, 0));
  if (!file && errno == EBADF)
    return fail(CL_INVALID_PROPERTY, "no file descriptor " + std::to_string(descriptor));
  if (!file) return fail(CL_OUT_OF_RESOURCES, "no file descriptor is left");
  const size_t there = knownBytes(file.get());
  if (isEmptyFile(file.get()) || (there && there < sizeBytes))
    return fail(CL_INVALID_BUFFER_SIZE,
                std::to_string(sizeBytes) + " bytes of memory that has " + std::to_string(there));
  void* data = mmap(nullptr, sizeBytes, PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  if (data == MAP_FAILED) return fail(CL_INVALID_PROPERTY, "the descriptor cannot be mapped");
  return std::unique_ptr<ExternalMemory>(new ExternalMemory(
      std::move(file), static_cast<std::byte*>(data), sizeBytes, std::move(devices)));
}

bool ExternalMemory::isFor(const Device& device) const {
  return std::ranges::any_of(devices_, [&](const auto& one) { return one.get() == &device; });
}

void ExternalMemory::beginAccess() const { sync(file_.get(), DMA_BUF_SYNC_START); }
void ExternalMemory::endAccess() const { sync(file_.get(), DMA_BUF_SYNC_END); }

std::unique_ptr<Command> makeExternalAccess(cl_command_type type,
                                            std::span<MemObject* const> objects) {
  return std::make_unique<ExternalAccess>(type, objects);
}

}  // namespace lanewise
