// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of tasks and a list of idle threads, of which one is always empty unless as many threads
// run tasks as there are cores. A task is handed to one idle thread, which alone is woken.
#include "runtime/workers/queue_threads.h"

#include "runtime/base/fork.h"
#include "runtime/base/mutex.h"
#include "runtime/base/thread.h"
#include "runtime/workers/idle_thread.h"

#include <new>
#include <utility>

namespace lanewise {

/// Held by its QueueThreads and by each thread.
struct QueueThreads::Pool {
  Pool(uint32_t limit, std::shared_ptr<const ProcessorSet> allowed)
      : cores_(limit), processors_(std::move(allowed)) {}
  void post(QueueTask& task) EXCLUDES(mutex_);
  bool postToOthers(QueueTask& task) EXCLUDES(mutex_);
  void enterForeignCode() EXCLUDES(mutex_);
  void leaveForeignCode() EXCLUDES(mutex_);
  void close() EXCLUDES(mutex_);
  bool runsTasks() EXCLUDES(mutex_) {
    Lock lock(mutex_);
    return running_ != 0;
  }

  const uint32_t generation = forkGeneration();

 private:
  /// What the first task needs outside of the lock: call an idle thread, or start one.
  struct Wakeup {
    IdleThread* idle = nullptr;
    bool start = false;
  };
  Wakeup handOutLocked() REQUIRES(mutex_);
  QueueTask& takeLocked() REQUIRES(mutex_);
  bool isWaitingLocked(const QueueTask& task) const REQUIRES(mutex_);
  bool append(QueueTask& task) EXCLUDES(mutex_);
  void runWaiting(const QueueTask* own) EXCLUDES(mutex_);
  bool carryOut(const Wakeup& wakeup) EXCLUDES(mutex_);
  QueueTask* nextTask() EXCLUDES(mutex_);
  static void threadMain(Pool& pool);
  void drop() {
    if (uses_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  const uint32_t cores_;
  const std::shared_ptr<const ProcessorSet> processors_;
  std::atomic<uint32_t> uses_{1};
  Mutex mutex_;
  QueueTask* first_ GUARDED_BY(mutex_) = nullptr;
  QueueTask* last_ GUARDED_BY(mutex_) = nullptr;
  IdleThread* idle_ GUARDED_BY(mutex_) = nullptr;
  uint32_t idleCount_ GUARDED_BY(mutex_) = 0;
  /// Threads that run a task or were started for one, except those in foreign code.
  uint32_t running_ GUARDED_BY(mutex_) = 0;
  bool closed_ GUARDED_BY(mutex_) = false;
};

namespace {

/// What the calling thread belongs to, unless it is in foreign code; null if it is no queue thread.
thread_local constinit QueueThreads::Pool* current = nullptr;

}  // namespace

QueueThreads::QueueThreads(uint32_t cores, std::shared_ptr<const ProcessorSet> processors)
    : cores_(cores ? cores : 1), processors_(std::move(processors)) {
  watchForks();
  pool_ = new Pool(cores_, processors_);
}

QueueThreads::~QueueThreads() {
  // The parent's may be locked.
  if (Pool* pool = pool_.load(); pool->generation == forkGeneration()) pool->close();
}

QueueThreads::Pool* QueueThreads::pool() noexcept {
  Pool* made = pool_.load(std::memory_order_acquire);
  if (made->generation == forkGeneration()) [[likely]]
    return made;
  auto* fresh = new (std::nothrow) Pool(cores_, processors_);
  if (!fresh) return nullptr;
  if (pool_.compare_exchange_strong(made, fresh, std::memory_order_acq_rel)) return fresh;
  fresh->close();
  return made;
}

void QueueThreads::post(QueueTask& task) noexcept {
  if (Pool* made = pool()) return made->post(task);
  const DeferredCancellation deferred;
  task.run(task);
}

bool QueueThreads::postToOthers(QueueTask& task) noexcept {
  Pool* made = pool();
  return made && made->postToOthers(task);
}

bool QueueThreads::runsTasks() const noexcept {
  Pool* const made = pool_.load(std::memory_order_acquire);
  return made->generation == forkGeneration() && made->runsTasks();
}

QueueThreads::ForeignCode::ForeignCode() : pool_(std::exchange(current, nullptr)) {
  if (pool_) pool_->enterForeignCode();
}

QueueThreads::ForeignCode::~ForeignCode() {
  if (pool_) pool_->leaveForeignCode();
  current = pool_;
}

QueueTask& QueueThreads::Pool::takeLocked() {
  QueueTask& task = *first_;
  first_ = task.next;
  return task;
}

bool QueueThreads::Pool::isWaitingLocked(const QueueTask& task) const {
  for (const QueueTask* each = first_; each; each = each->next)
    if (each == &task) return true;
  return false;
}

/// On a thread that could not start another one: runs waiting tasks up to `own`, and then those
/// that no other thread will take. They may have been posted while this thread tried, when another
/// one seemed to come.
void QueueThreads::Pool::runWaiting(const QueueTask* own) {
  const DeferredCancellation deferred;
  for (;;) {
    QueueTask* task;
    {
      Lock lock(mutex_);
      const bool ownWaits = own && isWaitingLocked(*own);
      if (!first_ || (!ownWaits && running_ != 0)) return;
      task = &takeLocked();
    }
    // It may be posted again while it runs.
    if (task == own) own = nullptr;
    task->run(*task);
  }
}

QueueThreads::Pool::Wakeup QueueThreads::Pool::handOutLocked() {
  if (!first_ || running_ >= cores_) return {};
  ++running_;
  // A new thread takes the first task when it has started: another one may be there earlier.
  if (!idle_) return {.start = true};
  IdleThread* called = std::exchange(idle_, idle_->next);
  --idleCount_;
  called->work = &takeLocked();
  return {.idle = called};
}

/// False if a thread could not be started.
bool QueueThreads::Pool::carryOut(const Wakeup& wakeup) {
  if (wakeup.idle) wakeup.idle->call();
  if (!wakeup.start) return true;
  uses_.fetch_add(1, std::memory_order_relaxed);
  if (startThread("lanewise-queue", [this] { threadMain(*this); }).ok()) return true;
  {
    Lock lock(mutex_);
    --running_;
  }
  drop();
  return false;
}

bool QueueThreads::Pool::append(QueueTask& task) {
  Wakeup wakeup;
  {
    Lock lock(mutex_);
    task.next = nullptr;
    (first_ ? last_->next : first_) = &task;
    last_ = &task;
    wakeup = handOutLocked();
  }
  return carryOut(wakeup);
}

void QueueThreads::Pool::post(QueueTask& task) {
  if (!append(task)) runWaiting(&task);
}

bool QueueThreads::Pool::postToOthers(QueueTask& task) {
  if (append(task)) return true;
  Lock lock(mutex_);
  QueueTask* before = nullptr;
  for (QueueTask* each = first_; each; before = each, each = each->next) {
    if (each != &task) continue;
    (before ? before->next : first_) = task.next;
    if (last_ == &task) last_ = before;
    return false;
  }
  return true;  // another thread has taken it
}

void QueueThreads::Pool::enterForeignCode() {
  Wakeup wakeup;
  {
    Lock lock(mutex_);
    --running_;
    wakeup = handOutLocked();
  }
  if (!carryOut(wakeup)) runWaiting(nullptr);
}

// There may be one running thread too many now: the next one that is done becomes idle.
void QueueThreads::Pool::leaveForeignCode() {
  Lock lock(mutex_);
  ++running_;
}

void QueueThreads::Pool::close() {
  IdleThread* idle;
  {
    Lock lock(mutex_);
    closed_ = true;
    idle = std::exchange(idle_, nullptr);
  }
  IdleThread::endAll(idle);
  drop();
}

/// By a thread that has no task; null if it ends.
QueueTask* QueueThreads::Pool::nextTask() {
  IdleThread self;
  {
    Lock lock(mutex_);
    if (first_ && running_ <= cores_) return &takeLocked();
    --running_;
    if (closed_ || idleCount_ >= cores_) return nullptr;
    self.next = std::exchange(idle_, &self);
    ++idleCount_;
  }
  self.wait(cores_ > 1);
  return static_cast<QueueTask*>(self.work);
}

void QueueThreads::Pool::threadMain(Pool& pool) {
  pool.processors_->bindThisThread();
  current = &pool;
  while (QueueTask* task = pool.nextTask()) task->run(*task);
  pool.drop();
}

}  // namespace lanewise
