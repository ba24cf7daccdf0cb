// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs some work-groups of a kernel once, in an emulator that counts its instructions
// (bench/instruction_counts.py):
//
//   run_kernel OBJECT KERNEL LOCAL_SIZE GROUPS ARGUMENT...
//
// GROUPS work-groups of LOCAL_SIZE work-items along x run, in the row kRow of a range of two
// dimensions. An argument is 'buffer', 'int=N', 'float=X' or 'local'. Prints the range of addresses
// that has the object's code.
#include "interface/kernel_abi.h"

#include <dlfcn.h>
#include <link.h>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace lanewise {
namespace {

constexpr uint64_t kRow = 40, kRows = 64;
constexpr size_t kBufferBytes = 1 << 20, kGroupBytes = 1 << 18;

struct alignas(abi::kMostVariableAlignment) Buffer {
  std::byte bytes[kBufferBytes];
};

int die(const std::string& message) {
  std::fprintf(stderr, "run_kernel: %s\n", message.c_str());
  return 2;
}

/// Numbers of float about one: no function takes a path of its own.
void fill(Buffer& buffer) {
  for (size_t i = 0; i < kBufferBytes / sizeof(float); ++i) {
    const float value = 1.25f + 0.001f * static_cast<float>(i % 64);
    std::memcpy(buffer.bytes + i * sizeof value, &value, sizeof value);
  }
}

/// The argument block. Each argument is aligned to its size.
class Arguments {
 public:
  static constexpr size_t kBytes = 256;
  bool add(std::string_view text) {
    const size_t equals = text.find('=');
    const std::string value(equals == text.npos ? "" : text.substr(equals + 1));
    const std::string_view kind = text.substr(0, equals);
    if (kind == "int") return put(static_cast<int32_t>(std::atoi(value.c_str())));
    if (kind == "float") return put(std::strtof(value.c_str(), nullptr));
    if (kind == "local") return put(uint64_t{0});  // behind no variables of the kernel
    if (kind != "buffer") return false;
    auto* buffer = new Buffer;  // the process ends behind the kernel
    fill(*buffer);
    return put(buffer);
  }
  const void* block() const { return bytes_; }

 private:
  template <class T>
  bool put(T value) {
    used_ = (used_ + sizeof value - 1) / sizeof value * sizeof value;
    if (used_ + sizeof value > sizeof bytes_) return false;
    std::memcpy(bytes_ + used_, &value, sizeof value);
    used_ += sizeof value;
    return true;
  }

  alignas(abi::kBlockAlignment) std::byte bytes_[kBytes] = {};
  size_t used_ = 0;
};

void run(abi::Entry entry, const Arguments& arguments, uint64_t localSize, uint64_t groups) {
  abi::Launch launch{};
  const uint64_t local[] = {localSize, 1, 1}, counts[] = {groups, kRows, 1};
  for (int dimension = 0; dimension < 3; ++dimension) {
    launch.localSize[dimension] = local[dimension];
    launch.numGroups[dimension] = counts[dimension];
    launch.globalSize[dimension] = local[dimension] * counts[dimension];
  }
  launch.workDim = 2;
  launch.hasSmallMemory = launch.hasDistinctBuffers = 1;
  launch.arguments = arguments.block();
  launch.argumentBytes = Arguments::kBytes;
  launch.localBytes = launch.spillBytes = kGroupBytes;
  alignas(abi::kMostVariableAlignment) static std::byte memory[2][kGroupBytes + 8192];
  const abi::Worker worker{memory[0] + abi::kLocalMarginBytes, memory[1]};
  entry(&launch, &worker, 0, groups, kRow, 0);
}

struct Range {
  uintptr_t base, begin = UINTPTR_MAX, end = 0;
};

int visit(dl_phdr_info* info, size_t, void* data) {
  auto& range = *static_cast<Range*>(data);
  if (info->dlpi_addr != range.base) return 0;
  for (const auto* segment = info->dlpi_phdr; segment != info->dlpi_phdr + info->dlpi_phnum;
       ++segment) {
    if (segment->p_type != PT_LOAD) continue;
    range.begin = std::min<uintptr_t>(range.begin, range.base + segment->p_vaddr);
    range.end = std::max<uintptr_t>(range.end, range.base + segment->p_vaddr + segment->p_memsz);
  }
  return 1;
}

int main(int count, char** words) {
  if (count < 5) return die("usage: run_kernel OBJECT KERNEL LOCAL_SIZE GROUPS ARGUMENT...");
  void* object = dlopen(words[1], RTLD_NOW);
  if (!object) return die(dlerror());
  const std::string symbol = "kernel." + std::string(words[2]);
  const auto entry = reinterpret_cast<abi::Entry>(dlsym(object, symbol.c_str()));
  if (!entry) return die("no symbol " + symbol);
  Arguments arguments;
  for (int i = 5; i < count; ++i)
    if (!arguments.add(words[i])) return die("malformed argument '" + std::string(words[i]) + "'");
  const link_map* map = nullptr;
  if (dlinfo(object, RTLD_DI_LINKMAP, &map) != 0) return die(dlerror());
  Range range{.base = map->l_addr};
  dl_iterate_phdr(visit, &range);
  std::printf("%zx %zx\n", range.begin, range.end);
  run(entry, arguments, std::strtoull(words[3], nullptr, 10), std::strtoull(words[4], nullptr, 10));
  return 0;
}

}  // namespace
}  // namespace lanewise

int main(int count, char** words) { return lanewise::main(count, words); }
