// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Signal handlers and alternate stacks of the application, beside those for faults of kernels. Each
// test that changes handlers runs in a process of its own.
#include "faults/faulty_kernels.h"

#include <alloca.h>
#include <pthread.h>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace kernels {
namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
volatile sig_atomic_t calls = 0;
struct sigaction before;

class SignalHandlers : public FaultTest {
 protected:
  SignalHandlers() { GTEST_FLAG_SET(death_test_style, "threadsafe"); }

  bool kernelFails() {
    cl_event event = enqueue(queue(), "store", forbidden_.address());
    return clFinish(queue()) == CL_SUCCESS && statusOnce(event) == CL_OUT_OF_RESOURCES;
  }
  void hostFails() const { *reinterpret_cast<volatile int*>(forbidden_.address() + 8) = 1; }

  static void install(void (*handler)(int, siginfo_t*, void*), int flags = 0) {
    struct sigaction action = {};
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | flags;
    sigaction(SIGSEGV, &action, &before);
  }
  // Ends the process: 7 for the address that hostFails() writes to.
  static void endProcess(int, siginfo_t* info, void*) {
    _exit((reinterpret_cast<uintptr_t>(info->si_addr) & 0xfff) == 8 && !calls ? 7 : 1);
  }
  static void callPrevious(int signal, siginfo_t* info, void* context) {
    calls = calls + 1;
    before.sa_sigaction(signal, info, context);
  }
  static void makeWritable(int, siginfo_t* info, void*) {
    calls = calls + 1;
    mprotect(
        reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(info->si_addr) & ~uintptr_t{0xfff}),
        4096, PROT_READ | PROT_WRITE);
  }
  ForbiddenPage forbidden_;
};

TEST_F(SignalHandlers, ThatWereThereBeforeGetFaultsOfTheHostOnly) {
  EXPECT_EXIT(
      {
        install(endProcess);
        if (!kernelFails()) _exit(2);
        hostFails();
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(SignalHandlers, ThatWereThereBeforeMayMendAFaultOfTheHost) {
  EXPECT_EXIT(
      {
        install(makeWritable);
        const bool failed = kernelFails();
        hostFails();
        _exit(failed && calls == 1 ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(SignalHandlers, ThatRunOnceRunOnce) {
  EXPECT_EXIT(
      {
        install(makeWritable, int(SA_RESETHAND));
        if (!kernelFails()) _exit(2);
        hostFails();
        mprotect(reinterpret_cast<void*>(forbidden_.address()), 4096, PROT_NONE);
        hostFails();
      },
      testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(SignalHandlers, ThatAreInstalledLaterPassFaultsOfKernelsOn) {
  EXPECT_EXIT(
      {
        if (!works(queue(), 1)) _exit(2);
        install(callPrevious, SA_ONSTACK);
        _exit(kernelFails() && calls == 1 ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(SignalHandlers, ThatAreMissingLetAFaultOfTheHostEndTheProcess) {
  EXPECT_EXIT(
      {
        if (!kernelFails()) _exit(2);
        hostFails();
      },
      testing::KilledBySignal(SIGSEGV), "");
}

TEST_F(SignalHandlers, ThatAreMissingLetASignalThatIsSentEndTheProcess) {
  for (const int signal : kSignals)
    EXPECT_EXIT(
        {
          if (!kernelFails()) _exit(2);
          raise(signal);
        },
        testing::KilledBySignal(signal), "");
}

TEST_F(SignalHandlers, ThatIgnoreASignalIgnoreOneThatIsSent) {
  EXPECT_EXIT(
      {
        signal(SIGSEGV, SIG_IGN);
        const bool failed = kernelFails();
        raise(SIGSEGV);
        _exit(failed ? 7 : 1);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(SignalHandlers, AreNotInstalledBeforeAKernelRuns) {
  EXPECT_EXIT(
      {
        for (const int signal : kSignals) {
          struct sigaction now;
          sigaction(signal, nullptr, &now);
          if (now.sa_handler != SIG_DFL) _exit(1);
        }
        _exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(SignalHandlers, AreNotInstalledIfTheEnvironmentSaysSo) {
  setenv("LANEWISE_FAULTS", "off", 1);
  EXPECT_EXIT(kernelFails(), testing::KilledBySignal(SIGSEGV), "");
  unsetenv("LANEWISE_FAULTS");
}

TEST_F(SignalHandlers, KeepTheAlternateStackOfTheApplication) {
  std::vector<char> memory(64 << 10);
  stack_t own = {}, now = {};
  own.ss_sp = memory.data();
  own.ss_size = memory.size();
  bool failed = false;
  std::thread([&] {
    sigaltstack(&own, nullptr);
    failed = kernelFails();
    sigaltstack(nullptr, &now);
    stack_t none = {};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
  }).join();
  EXPECT_TRUE(failed);
  EXPECT_EQ(now.ss_sp, own.ss_sp);
  EXPECT_EQ(now.ss_size, own.ss_size);
}

/// Runs `body` on a thread where `leftBytes` of the stack are left, with 1 MiB below that may not
/// be accessed.
template <class Body>
void onSmallStack(size_t leftBytes, Body body) {
  constexpr size_t kBelowBytes = 1 << 20, kBytes = 256 << 10;
  auto* memory = static_cast<char*>(
      mmap(nullptr, kBelowBytes + kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(memory + kBelowBytes, kBytes, PROT_READ | PROT_WRITE);
  struct All {
    char* end;
    Body& body;
  } all{memory + kBelowBytes + leftBytes, body};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, memory + kBelowBytes, kBytes);
  const auto main = [](void* user) -> void* {
    const All& given = *static_cast<All*>(user);
    auto* here = static_cast<char*>(__builtin_frame_address(0));
    auto* used = static_cast<char*>(alloca(size_t(here - given.end)));
    asm volatile("" : : "r"(used) : "memory");
    given.body();
    return nullptr;
  };
  pthread_t thread;
  if (pthread_create(&thread, &attributes, main, &all) == 0) pthread_join(thread, nullptr);
}

// Scalar code: with vectors, private variables of this size are not on the stack.
TEST_F(SignalHandlers, TakeAStackOverflowOfAKernel) {
  setenv("LANEWISE_LANES", "1", 1);
  EXPECT_EXIT(
      {
        cl_int status = CL_QUEUED;
        const auto launch = [&] {
          cl_event event = enqueue(queue(), "much_stack", 0, 0, kLocal);
          clFinish(queue());
          status = statusOnce(event);
        };
        // First: the wait runs the kernel. If it took long once, a thread of the queue may run it.
        onSmallStack(10'000, launch);
        if (status != CL_OUT_OF_RESOURCES) _exit(1);
        const std::string messages = messages_.take();
        if (messages.find("'much_stack' failed: stack overflow at 0x") == std::string::npos)
          _exit(2);
        onSmallStack(100'000, launch);
        if (status != CL_COMPLETE) _exit(3);
        _exit(works(queue(), 5) ? 7 : 4);
      },
      testing::ExitedWithCode(7), "");
  unsetenv("LANEWISE_LANES");
}

/// The C library has a smallest size, such as 16 KiB on x86-64 and 128 KiB on AArch64.
bool canHaveStack(size_t sizeBytes) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  const int error = pthread_attr_setstacksize(&attributes, sizeBytes);
  pthread_attr_destroy(&attributes);
  return error == 0;
}

/// Runs `body` on a thread whose whole stack has so many bytes. \pre canHaveStack(sizeBytes).
template <class Body>
void onThreadWithStack(size_t sizeBytes, Body body) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, sizeBytes), 0);
  const auto main = [](void* user) -> void* {
    (*static_cast<Body*>(user))();
    return nullptr;
  };
  pthread_t thread;
  const int error = pthread_create(&thread, &attributes, main, &body);
  pthread_attr_destroy(&attributes);
  ASSERT_EQ(error, 0);
  pthread_join(thread, nullptr);
}

// The overflow was caught, and then its message overflowed the same stack.
TEST_F(SignalHandlers, TakeAStackOverflowOfAKernelOnTheSmallestStacks) {
  if (!canHaveStack(16 << 10)) GTEST_SKIP() << "the smallest stack holds the kernel";
  setenv("LANEWISE_LANES", "1", 1);
  for (const char* options : {"", "-g"})
    for (const size_t kibibytes : {16, 20})
      EXPECT_EXIT(
          {
            buildProgram(options);
            cl_int status = CL_QUEUED;
            onThreadWithStack(kibibytes << 10, [&] {
              cl_event event = enqueue(queue(), "much_stack", 0, 0, kLocal);
              clFinish(queue());
              status = statusOnce(event);
            });
            if (status != CL_OUT_OF_RESOURCES) _exit(1);
            const std::string messages = messages_.take();
            if (messages.find("'much_stack' failed: stack overflow at 0x") == std::string::npos)
              _exit(2);
            _exit(works(queue(), 5) ? 7 : 4);
          },
          testing::ExitedWithCode(7), "")
          << options << " " << kibibytes;
  unsetenv("LANEWISE_LANES");
}

}  // namespace
}  // namespace kernels
