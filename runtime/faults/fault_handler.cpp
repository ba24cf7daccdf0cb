// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The signal handlers of kernel faults. A fault in kernel code returns from the signal to the end
// of lanewiseCallKernel, with the stack of that function. Every other signal goes to the action
// that was there before.
#include "runtime/faults/fault_handler.h"

#include "runtime/base/config.h"
#include "runtime/faults/alternate_stack.h"
#include "runtime/faults/fault_registers.h"
#include "runtime/faults/kernel_call.h"
#include "runtime/faults/kernel_time_limit.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <iterator>

/// In enter_kernel_<architecture>.cpp: where the handler returns to, with the stack pointer of
/// lanewiseCallKernel.
extern "C" const char lanewiseLeaveKernel[];
/// There, too: the instruction of lanewiseReadString that reads, and where the handler goes after a
/// fault of that.
extern "C" const char lanewiseReadByte[], lanewiseReadFailed[];
/// There, too: the instructions of lanewiseCopy that copy, their end, and where the handler goes.
extern "C" const char lanewiseCopyBytes[], lanewiseCopied[], lanewiseCopyFailed[];

namespace lanewise {
namespace {

#if defined(LANEWISE_THREAD_SANITIZER)
constexpr bool kThreadSanitizer = true;  // it delays signals and follows each call and return
#else
constexpr bool kThreadSanitizer = false;
#endif

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// The action that a signal had before. Written before our handler is installed.
struct Previous {
  struct sigaction action;
  std::atomic<bool> wasReset;  // SA_RESETHAND: it has run
};
constinit Previous previous[std::size(kSignals)]{};
constinit bool handles = false;
constinit pthread_once_t once = PTHREAD_ONCE_INIT;

Previous& previousOf(int signal) {
  return previous[std::find(std::begin(kSignals), std::end(kSignals), signal) -
                  std::begin(kSignals)];
}

/// Its address marks the signals that interruptKernel() sends.
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
    auto& registers = *static_cast<ucontext_t*>(context);
    const uintptr_t instruction = instructionOf(registers);
    const bool isInKernel = call && call->code_.contains(instruction);
    if (isInterruption(*info)) {
      if (!isInKernel || !call->limit_ || !call->limit_->hasPassed()) return;
      return leave(*call, {.instruction = instruction}, registers);
    }
    const char* const continued = call ? afterFaultAt(instruction) : nullptr;
    const RefusedAccess access =
        causedByThread(*info) ? refusedAccess(registers, *info) : RefusedAccess();
    const auto address = reinterpret_cast<uintptr_t>(info->si_addr);
    // The kernel has overwritten a return address.
    const bool isJump = call && access.isOne && address == instruction;
    if (!(isInKernel || continued || isJump) || !causedByThread(*info))
      return forward(signal, info, context);
    const KernelFault fault{.signal = signal,
                            .code = info->si_code,
                            .isWrite = access.isWrite,
                            .isJump = isJump,
                            .address = address,
                            .instruction = isInKernel ? instruction : 0};
    if (!continued) return leave(*call, fault, registers);
    call->fault_ = fault;
    continueAt(registers, continued);
  }

 private:
  /// Where a callback of the kernel continues whose instruction accesses the kernel's memory; null
  /// if this is no such instruction.
  static const char* afterFaultAt(uintptr_t instruction) {
    const auto isAt = [&](const char* label) {
      return instruction == reinterpret_cast<uintptr_t>(label);
    };
    if (isAt(lanewiseReadByte)) return lanewiseReadFailed;
    if (instruction >= reinterpret_cast<uintptr_t>(lanewiseCopyBytes) &&
        instruction < reinterpret_cast<uintptr_t>(lanewiseCopied))
      return lanewiseCopyFailed;
    return nullptr;
  }

  static void leave(KernelCall& call, const KernelFault& fault, ucontext_t& registers) {
    detail::kernelThread.call = nullptr;
    call.fault_ = fault;
    continueAt(registers, lanewiseLeaveKernel, call.stack_);
  }
};

namespace {

void install() {
  if (kThreadSanitizer || !config().faults) return;
  if (!prepareAlternateStacks()) return;
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

}  // namespace

void detail::prepareForFaults() {
  pthread_once(&once, install);
  if (handles) giveAlternateStack();
  kernelThread.prepared = true;
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
