// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of idle threads, of which a call takes some. Each sleeps and is woken alone.
#include "runtime/workers/helper_threads.h"

#include "runtime/base/thread.h"

#include <utility>

namespace lanewise {

HelperThreads::HelperThreads(Body body, uint32_t kept,
                             std::shared_ptr<const ProcessorSet> processors)
    : body_(body), kept_(kept), processors_(std::move(processors)) {}

void HelperThreads::drop() {
  if (uses_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

bool HelperThreads::start(void* user) noexcept {
  uses_.fetch_add(1, std::memory_order_relaxed);
  if (startThread("lanewise-worker", [this, user] { threadMain(user); }).ok()) return true;
  drop();
  return false;
}

uint32_t HelperThreads::call(void* user, uint32_t count) noexcept {
  IdleThread* called;
  uint32_t begun = 0;
  {
    Lock lock(mutex_);
    called = idle_;
    for (; begun < count && idle_; ++begun) idle_ = idle_->next;
    idleCount_ -= begun;
  }
  for (uint32_t left = begun; left != 0; --left) {
    IdleThread* next = called->next;  // before it is called: it is gone afterwards
    called->work = user;
    called->call();
    called = next;
  }
  while (begun < count && start(user)) ++begun;
  return begun;
}

void HelperThreads::close() {
  IdleThread* idle;
  {
    Lock lock(mutex_);
    closed_ = true;
    idle = std::exchange(idle_, nullptr);
  }
  IdleThread::endAll(idle);
  drop();
}

/// By a thread that has no call; null if it ends.
void* HelperThreads::nextCall() {
  IdleThread self;
  {
    Lock lock(mutex_);
    if (closed_ || idleCount_ >= kept_) return nullptr;
    self.next = std::exchange(idle_, &self);
    ++idleCount_;
  }
  // A helper that found no loop has polled already.
  self.wait(/*polls=*/false);
  return self.work;
}

void HelperThreads::threadMain(void* user) {
  if (processors_) processors_->bindThisThread();
  for (; user; user = nextCall()) body_(user);
  drop();
}

}  // namespace lanewise
