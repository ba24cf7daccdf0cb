// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The registers of a thread that a signal interrupted, on each architecture. For the handler of
// faults only.
#pragma once

#include <ucontext.h>

#include <csignal>
#include <cstdint>
#include <cstring>

namespace lanewise {

/// How the handler sees an access that the processor refused.
struct RefusedAccess {
  bool isOne = false;  // else the address of the signal is of no use
  bool isWrite = false;
};

#if defined(__x86_64__)

inline uintptr_t instructionOf(const ucontext_t& context) {
  return static_cast<uintptr_t>(context.uc_mcontext.gregs[REG_RIP]);
}
inline void continueAt(ucontext_t& context, const void* instruction) {
  context.uc_mcontext.gregs[REG_RIP] = reinterpret_cast<greg_t>(instruction);
}
/// Continues with that stack, and with the state that the C ABI has at calls.
inline void continueAt(ucontext_t& context, const void* instruction, const void* stack) {
  auto& registers = context.uc_mcontext.gregs;
  continueAt(context, instruction);
  registers[REG_RSP] = reinterpret_cast<greg_t>(stack);
  // String instructions count up, and alignment is not checked.
  constexpr greg_t kDirection = 0x400, kAlignmentCheck = 0x40000;
  registers[REG_EFL] &= ~(kDirection | kAlignmentCheck);
}
/// \pre The thread caused the signal.
inline RefusedAccess refusedAccess(const ucontext_t& context, const siginfo_t&) {
  constexpr greg_t kPageFault = 14, kWasWrite = 2;
  const auto& registers = context.uc_mcontext.gregs;
  const bool isOne = registers[REG_TRAPNO] == kPageFault;
  return {.isOne = isOne, .isWrite = isOne && (registers[REG_ERR] & kWasWrite)};
}

#elif defined(__aarch64__)

inline uintptr_t instructionOf(const ucontext_t& context) { return context.uc_mcontext.pc; }
inline void continueAt(ucontext_t& context, const void* instruction) {
  context.uc_mcontext.pc = reinterpret_cast<uintptr_t>(instruction);
}
inline void continueAt(ucontext_t& context, const void* instruction, const void* stack) {
  continueAt(context, instruction);
  context.uc_mcontext.sp = reinterpret_cast<uintptr_t>(stack);
}

/// The syndrome of the exception, a record of the kernel behind the registers; 0: there is none.
inline uint64_t syndromeOf(const ucontext_t& context) {
  struct Head {
    uint32_t magic, sizeBytes;
  } head;
  constexpr uint32_t kSyndrome = 0x45535201;  // ESR_MAGIC
  const unsigned char* const records = context.uc_mcontext.__reserved;
  constexpr size_t kBytes = sizeof context.uc_mcontext.__reserved;
  for (size_t at = 0; at + sizeof head + sizeof(uint64_t) <= kBytes; at += head.sizeBytes) {
    std::memcpy(&head, records + at, sizeof head);
    if (head.magic == 0 || head.sizeBytes < sizeof head) break;
    if (head.magic != kSyndrome) continue;
    uint64_t syndrome;
    std::memcpy(&syndrome, records + at + sizeof head, sizeof syndrome);
    return syndrome;
  }
  return 0;
}

/// Whether the instruction is a store, or an atomic instruction ("Loads and Stores" of the
/// encoding).
inline bool isStore(uint32_t instruction) {
  const bool isLoad = instruction >> 22 & 1;  // of pairs, structures and exclusive accesses
  if ((instruction & 0x3b000000) == 0x18000000) return false;  // a constant beside the code
  if ((instruction & 0x3ffffc00) == 0x38bfc000) return false;  // a load with acquire (RCpc)
  if ((instruction & 0x3fa07c00) == 0x08a07c00) return true;   // compare and swap
  if ((instruction & 0xbfa07c00) == 0x08207c00) return true;   // of pairs
  if ((instruction & 0x3a000000) != 0x38000000) return !isLoad;
  if ((instruction & 0x3f200c00) == 0x38200000) return true;  // atomic
  const bool isVector = instruction >> 26 & 1, isByte = instruction >> 30 == 0;
  const unsigned operation = instruction >> 22 & 3;
  return operation == 0 || (isVector && isByte && operation == 2);  // of 128 bits
}

inline RefusedAccess refusedAccess(const ucontext_t& context, const siginfo_t& info) {
  if (info.si_signo != SIGSEGV && info.si_signo != SIGBUS) return {};
  if (const uint64_t syndrome = syndromeOf(context)) {
    constexpr uint64_t kWrite = 1 << 6;
    const uint64_t kind = syndrome >> 26 & 0x3f;  // newer processors have more above
    const bool isOfData = kind == 0x24 || kind == 0x25;
    return {.isOne = true, .isWrite = isOfData && (syndrome & kWrite)};
  }
  // Emulators may have no record. An instruction that cannot be read is where the thread jumped to.
  const uintptr_t at = instructionOf(context);
  if (at == reinterpret_cast<uintptr_t>(info.si_addr) || at % sizeof(uint32_t) != 0)
    return {.isOne = true};
  uint32_t instruction;
  std::memcpy(&instruction, reinterpret_cast<const void*>(at), sizeof instruction);
  return {.isOne = true, .isWrite = isStore(instruction)};
}

#else
#error "no registers of this architecture"
#endif

}  // namespace lanewise
