// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts the instructions that kernels of a shared object execute: the processor stops behind each.
//
//   call-cost-counter --levels                               the levels whose code this processor
//   runs call-cost-counter OBJECT KERNEL=BYTES,FIRST,SECOND ...   for each kernel, how many more
//              instructions a group of SECOND work-items takes than one of FIRST
//
// Kernels take three buffers: numbers of BYTES that are read, and two that are written.
#include "interface/kernel_abi.h"

#include <dlfcn.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace lanewise {
namespace {

constexpr uint64_t kBufferBytes = 1 << 16;
constexpr int64_t kTrapFlag = 0x100;

volatile uint64_t steps = 0;

void countStep(int) { steps = steps + 1; }

void setTrapFlag() { asm volatile("pushfq\n orq %0, (%%rsp)\n popfq" ::"i"(kTrapFlag) : "memory"); }
void clearTrapFlag() {
  asm volatile("pushfq\n andq %0, (%%rsp)\n popfq" ::"i"(~kTrapFlag) : "memory");
}

struct alignas(abi::kMostVariableAlignment) Memory {
  std::byte in[kBufferBytes], out[kBufferBytes], more[kBufferBytes];
  std::byte group[4 * abi::kMostVariableAlignment];
};
Memory memory;

// Every size of number has values of about one: no function takes a path of its own.
void fillInput(unsigned bytes) {
  for (uint64_t i = 0; i < kBufferBytes / bytes; ++i) {
    const double value = 1.25 + 0.001 * static_cast<double>(i % 64);
    const auto asFloat = static_cast<float>(value);
    const auto asHalf = static_cast<_Float16>(value);
    const void* from = bytes == 8   ? static_cast<const void*>(&value)
                       : bytes == 4 ? static_cast<const void*>(&asFloat)
                                    : static_cast<const void*>(&asHalf);
    std::memcpy(memory.in + i * bytes, from, bytes);
  }
}

uint64_t instructionsOf(abi::Entry entry, uint64_t items) {
  alignas(abi::kBlockAlignment) const void* arguments[16] = {memory.in, memory.out, memory.more};
  abi::Launch launch{};
  const uint64_t sizes[] = {items, 1, 1};
  for (int dimension = 0; dimension < 3; ++dimension) {
    launch.globalSize[dimension] = launch.localSize[dimension] = sizes[dimension];
    launch.numGroups[dimension] = 1;
  }
  launch.workDim = 1;
  launch.hasSmallMemory = launch.hasDistinctBuffers = 1;
  launch.arguments = arguments;
  launch.argumentBytes = sizeof arguments;
  abi::Worker worker{memory.group + abi::kMostVariableAlignment,
                     memory.group + 2 * abi::kMostVariableAlignment};
  steps = 0;
  setTrapFlag();
  entry(&launch, &worker, 0, 1, 0, 0);
  clearTrapFlag();
  return steps;
}

int die(const std::string& message) {
  std::fprintf(stderr, "call-cost-counter: %s\n", message.c_str());
  return 2;
}

int printLevels() {
  std::puts("x86-64-v2");
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) std::puts("x86-64-v3");
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    std::puts("x86-64-v4");
  return 0;
}

int run(int count, char** arguments) {
  if (count == 2 && std::string(arguments[1]) == "--levels") return printLevels();
  if (count < 3) return die("usage: call-cost-counter OBJECT KERNEL=BYTES,FIRST,SECOND ...");
  void* object = dlopen(arguments[1], RTLD_NOW);
  if (!object) return die(dlerror());
  struct sigaction action{};
  action.sa_handler = countStep;
  sigaction(SIGTRAP, &action, nullptr);
  for (int i = 2; i < count; ++i) {
    const std::string text = arguments[i];
    const size_t equals = text.find('=');
    unsigned bytes = 0, first = 0, second = 0;
    if (equals == text.npos ||
        std::sscanf(text.c_str() + equals + 1, "%u,%u,%u", &bytes, &first, &second) != 3)
      return die("malformed argument '" + text + "'");
    const std::string symbol = "kernel." + text.substr(0, equals);
    const auto entry = reinterpret_cast<abi::Entry>(dlsym(object, symbol.c_str()));
    if (!entry) return die("no symbol " + symbol);
    fillInput(bytes);
    const uint64_t less = instructionsOf(entry, first);
    std::printf("%s %llu\n", text.substr(0, equals).c_str(),
                static_cast<unsigned long long>(instructionsOf(entry, second) - less));
  }
  return 0;
}

}  // namespace
}  // namespace lanewise

int main(int count, char** arguments) { return lanewise::run(count, arguments); }
