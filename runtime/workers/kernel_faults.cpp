// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The signal handlers of kernel faults. A fault in kernel code returns from the signal to the end
// of lanewiseCallKernel, with the stack of that function. Every other signal goes to the action
// that was there before. Kernel code owns nothing, so nothing has to be released. A callback of a
// kernel reads the kernel's memory through lanewiseReadString, which a fault ends in the same way.
#include "runtime/base/config.h"
#include "runtime/base/poison.h"
#include "runtime/workers/kernel_time_limit.h"

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <iterator>
#include <utility>

#if !defined(__x86_64__)
#error "no lanewiseCallKernel for this architecture"
#endif

// All registers that a function must keep are on the stack while the kernel runs.
asm(R"(
.text
.p2align 4
.globl lanewiseCallKernel
.hidden lanewiseCallKernel
.type lanewiseCallKernel, @function
lanewiseCallKernel:
  .cfi_startproc
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  subq $8, %rsp
  .cfi_offset %rbx, -24
  .cfi_offset %r12, -32
  .cfi_offset %r13, -40
  .cfi_offset %r14, -48
  .cfi_offset %r15, -56
  movq %rsp, (%r9)
  callq lanewiseRunGroups
  xorl %eax, %eax
.LlanewiseReturn:
  movq 8(%rsp), %r15
  movq 16(%rsp), %r14
  movq 24(%rsp), %r13
  movq 32(%rsp), %r12
  movq 40(%rsp), %rbx
  movq 48(%rsp), %rbp
  addq $56, %rsp
  .cfi_def_cfa %rsp, 8
  retq
.globl lanewiseLeaveKernel
.hidden lanewiseLeaveKernel
lanewiseLeaveKernel:
  .cfi_def_cfa %rsp, 64
  movl $1, %eax
  jmp .LlanewiseReturn
  .cfi_endproc
.size lanewiseCallKernel, .-lanewiseCallKernel
.p2align 4
.globl lanewiseLeaveCallback
.hidden lanewiseLeaveCallback
.type lanewiseLeaveCallback, @function
lanewiseLeaveCallback:
  movq (%rdi), %rsp
  jmp lanewiseLeaveKernel
.size lanewiseLeaveCallback, .-lanewiseLeaveCallback
.p2align 4
.globl lanewiseReadString
.hidden lanewiseReadString
.type lanewiseReadString, @function
lanewiseReadString:
  .cfi_startproc
  xorl %eax, %eax
  cmpq %rdx, %rax
  je 2f
1:
.globl lanewiseReadByte
.hidden lanewiseReadByte
lanewiseReadByte:
  movzbl (%rsi,%rax), %ecx
  testb %cl, %cl
  je 2f
  movb %cl, (%rdi,%rax)
  incq %rax
  cmpq %rdx, %rax
  jne 1b
2:
  retq
.globl lanewiseReadFailed
.hidden lanewiseReadFailed
lanewiseReadFailed:
  movq $-1, %rax
  retq
  .cfi_endproc
.size lanewiseReadString, .-lanewiseReadString
)");

/// Where the handler returns to, with the stack pointer of lanewiseCallKernel.
extern "C" const char lanewiseLeaveKernel[];
/// Goes there from a callback of the kernel.
extern "C" [[noreturn]] void lanewiseLeaveCallback(lanewise::KernelCall& call);
/// Copies up to `most` bytes, none of them 0. The number of bytes, -1 after a fault.
extern "C" int64_t lanewiseReadString(char* to, const char* from, uint64_t most);
/// Its instruction that reads, and where the handler goes after a fault of that.
extern "C" const char lanewiseReadByte[], lanewiseReadFailed[];

/// What lanewiseCallKernel calls.
extern "C" [[gnu::used, gnu::visibility("hidden")]] void lanewiseRunGroups(
    lanewise::abi::Entry entry, const lanewise::abi::Launch& launch,
    const lanewise::abi::Worker& worker, uint64_t first, uint64_t end) {
  lanewise::abi::runGroups(entry, launch, worker, first, end);
}

namespace lanewise {

thread_local constinit detail::KernelThread detail::kernelThread{};

namespace {

#if defined(LANEWISE_THREAD_SANITIZER)
constexpr bool kThreadSanitizer = true;  // it delays signals and follows each call and return
#else
constexpr bool kThreadSanitizer = false;
#endif

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
constexpr size_t kAlternateStackBytes = size_t{64} << 10;

/// The action that a signal had before. Written before our handler is installed.
struct Previous {
  struct sigaction action;
  std::atomic<bool> wasReset;  // SA_RESETHAND: it has run
};
constinit Previous previous[std::size(kSignals)]{};
constinit bool handles = false;
constinit pthread_once_t once = PTHREAD_ONCE_INIT;
constinit pthread_key_t alternateStackKey = 0;

Previous& previousOf(int signal) {
  return previous[std::find(std::begin(kSignals), std::end(kSignals), signal) -
                  std::begin(kSignals)];
}

/// Of the signals that interruptKernel() sends: its address.
constinit char interruption = 0;
constexpr int kInterruption = SIGILL;  // which threads of the runtime do not block

bool isInterruption(const siginfo_t& info) {
  return info.si_code == SI_QUEUE && info.si_value.sival_ptr == &interruption &&
         info.si_pid == getpid();
}

bool causedByThread(const siginfo_t& info) { return info.si_code > 0; }

/// As if the signal came with the default action: the faulting instruction runs again, a signal
/// that was sent is sent again.
void dieAsBefore(int signal, siginfo_t* info) {
  struct sigaction byDefault = {};
  byDefault.sa_handler = SIG_DFL;
  sigaction(signal, &byDefault, nullptr);
  if (!causedByThread(*info)) syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), signal, info);
}

// The flags and the mask of the previous action are those of ours.
void forward(int signal, siginfo_t* info, void* context) {
  Previous& before = previousOf(signal);
  const struct sigaction& action = before.action;
  const bool isFirst = !(action.sa_flags & int(SA_RESETHAND)) || !before.wasReset.exchange(true);
  if (action.sa_handler == SIG_IGN && !causedByThread(*info)) return;
  if (!isFirst || action.sa_handler == SIG_DFL || action.sa_handler == SIG_IGN)
    return dieAsBefore(signal, info);
  if (action.sa_flags & SA_SIGINFO) return action.sa_sigaction(signal, info, context);
  action.sa_handler(signal);
}

}  // namespace

struct FaultHandler {
  static void handle(int signal, siginfo_t* info, void* context) {
    KernelCall* call = detail::kernelThread.call;
    auto& registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
    const auto instruction = static_cast<uintptr_t>(registers[REG_RIP]);
    const bool isInKernel = call && call->code_.contains(instruction);
    if (isInterruption(*info)) {
      if (!isInKernel || !call->limit_ || !call->limit_->hasPassed()) return;
      return leave(*call, {.instruction = instruction}, registers);
    }
    const bool readsForKernel =
        call && instruction == reinterpret_cast<uintptr_t>(lanewiseReadByte);
    constexpr greg_t kPageFault = 14, kWasWrite = 2;
    const bool isPageFault = causedByThread(*info) && registers[REG_TRAPNO] == kPageFault;
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    // The kernel has overwritten a return address.
    const bool isJump = call && isPageFault && address == instruction;
    if (!(isInKernel || readsForKernel || isJump) || !causedByThread(*info))
      return forward(signal, info, context);
    const KernelFault fault{.signal = signal,
                            .code = info->si_code,
                            .isWrite = isPageFault && (registers[REG_ERR] & kWasWrite),
                            .isJump = isJump,
                            .address = address,
                            .instruction = isInKernel ? instruction : 0};
    if (!readsForKernel) return leave(*call, fault, registers);
    call->fault_ = fault;
    registers[REG_RIP] = reinterpret_cast<greg_t>(lanewiseReadFailed);
  }

 private:
  static void leave(KernelCall& call, const KernelFault& fault, gregset_t& registers) {
    detail::kernelThread.call = nullptr;
    call.fault_ = fault;
    registers[REG_RIP] = reinterpret_cast<greg_t>(lanewiseLeaveKernel);
    registers[REG_RSP] = reinterpret_cast<greg_t>(call.stack_);
    // String instructions count up, and alignment is not checked.
    constexpr greg_t kDirection = 0x400, kAlignmentCheck = 0x40000;
    registers[REG_EFL] &= ~(kDirection | kAlignmentCheck);
  }
};

namespace {

size_t alternateStackBytes() {
  // A frame of a signal has all vector registers.
  return kAlternateStackBytes + getauxval(AT_MINSIGSTKSZ);
}
size_t roundToPages(size_t sizeBytes) {
  const auto page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return (sizeBytes + page - 1) / page * page;
}
size_t guardBytes() { return static_cast<size_t>(sysconf(_SC_PAGESIZE)); }

/// When the thread ends. The application may have a stack of its own since.
void releaseAlternateStack(void* memory) {
  stack_t now = {};
  if (sigaltstack(nullptr, &now) == 0 &&
      now.ss_sp == static_cast<std::byte*>(memory) + guardBytes()) {
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }
  munmap(memory, guardBytes() + roundToPages(alternateStackBytes()));
}

void install() {
  if (kThreadSanitizer || !config().faults) return;
  if (pthread_key_create(&alternateStackKey, releaseAlternateStack) != 0) return;
  handles = true;
  for (const int signal : kSignals) {
    Previous& before = previousOf(signal);
    if (sigaction(signal, nullptr, &before.action) != 0) continue;
    struct sigaction ours = {};
    ours.sa_sigaction = FaultHandler::handle;
    ours.sa_mask = before.action.sa_mask;
    ours.sa_flags =
        SA_SIGINFO | SA_ONSTACK | (before.action.sa_flags & int(SA_NODEFER | SA_RESTART));
    sigaction(signal, &ours, nullptr);
  }
}

/// The handler needs one where the stack has overflowed. A thread that has one keeps it. Without
/// memory for it, stack overflow ends the process.
void giveAlternateStack() {
  stack_t now = {};
  if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
  const size_t sizeBytes = roundToPages(alternateStackBytes());
  void* memory = mmap(nullptr, guardBytes() + sizeBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return;
  stack_t ours = {};
  ours.ss_sp = static_cast<std::byte*>(memory) + guardBytes();
  ours.ss_size = sizeBytes;
  if (mprotect(memory, guardBytes(), PROT_NONE) == 0 &&
      pthread_setspecific(alternateStackKey, memory) == 0 && sigaltstack(&ours, nullptr) == 0)
    return;
  pthread_setspecific(alternateStackKey, nullptr);
  munmap(memory, guardBytes() + sizeBytes);
}

}  // namespace

void detail::prepareForFaults() {
  pthread_once(&once, install);
  if (handles) giveAlternateStack();
  kernelThread.prepared = true;
}

void KernelCall::leaveAtLimit() {
  KernelCall* call = detail::kernelThread.call;
  if (!call || !call->limit_ || !call->limit_->hasPassed()) return;
  detail::kernelThread.call = nullptr;
  call->fault_ = {};
  lanewiseLeaveCallback(*call);
}

bool KernelCall::readString(std::string& text, const char* from, size_t mostBytes) {
  char part[256];
  while (mostBytes != 0) {
    const size_t asked = std::min(mostBytes, sizeof part);
    const int64_t count = lanewiseReadString(part, from, asked);
    if (count < 0) return false;
    text.append(part, static_cast<size_t>(count));
    if (static_cast<size_t>(count) != asked) return true;
    from += asked;
    mostBytes -= asked;
  }
  return true;
}

void KernelCall::leaveAtRead(const void* returnAddress) {
  KernelCall* call = std::exchange(detail::kernelThread.call, nullptr);
  // Of the call. A kernel that jumps to its callback has none.
  const auto instruction = reinterpret_cast<uintptr_t>(returnAddress) - 1;
  call->fault_.instruction = call->code_.contains(instruction) ? instruction : 0;
  call->fault_.isInCallback = true;
  lanewiseLeaveCallback(*call);
}

bool detail::canInterruptKernels() {
  pthread_once(&once, install);
  return handles;
}

void detail::interruptKernel(pid_t thread) {
  // A handler that the application has installed since does not expect the signal.
  struct sigaction now = {};
  if (sigaction(kInterruption, nullptr, &now) != 0 || now.sa_sigaction != FaultHandler::handle)
    return;
  siginfo_t info = {};
  info.si_code = SI_QUEUE;
  info.si_pid = getpid();
  info.si_uid = getuid();
  info.si_value.sival_ptr = &interruption;
  syscall(SYS_rt_tgsigqueueinfo, getpid(), thread, kInterruption, &info);
}

}  // namespace lanewise
