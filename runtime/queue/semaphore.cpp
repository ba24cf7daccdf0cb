// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Semaphores and their commands. Gates are completed without the semaphore's lock: what waits for
// them takes locks of its own.
#include "runtime/queue/semaphore.h"

#include "runtime/device/device.h"
#include "runtime/queue/descriptor_watch.h"
#include "runtime/queue/event.h"
#include "runtime/queue/queue.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

namespace lanewise {
namespace {

bool readable(int descriptor) {
  pollfd one{descriptor, POLLIN, 0};
  return poll(&one, 1, 0) > 0;
}

/// A new eventfd in the form that semaphores share; empty when the system has none left.
Descriptor newSharedState() {
  // Non-blocking, and a read takes all signals at once: those that processes gave without a wait
  // between them are one.
  return Descriptor(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
}

/// A copy of the application's descriptor: a call that fails must leave that open, and closing it
/// twice by mistake must not close ours. Empty for -1.
Result<Descriptor> copyOf(int given) {
  if (given < 0) return Descriptor();
  Descriptor copy(fcntl(given, F_DUPFD_CLOEXEC, 0));
  if (!copy) return fail(CL_OUT_OF_RESOURCES, "no free file descriptor");
  return copy;
}
/// Completes the transfer of ownership, after all that can fail.
void closeImported(int given) {
  if (given >= 0) close(given);
}

}  // namespace

bool isSharedState(int descriptor) {
  // A read of one that blocks would wait, with the semaphore's lock.
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || !(flags & O_NONBLOCK)) return false;
  char name[64];
  const std::string link = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = readlink(link.c_str(), name, sizeof name);
  // Without /proc nothing is known.
  return length < 0 || std::string_view(name, size_t(length)) == "anon_inode:[eventfd]";
}

Semaphore::Semaphore(Context& context, Device* device, Descriptor shared, HandleType exportType,
                     std::vector<cl_semaphore_properties_khr> properties)
    : context_(context),
      shared_(std::move(shared)),
      exportType_(exportType),
      properties_(std::move(properties)) {
  if (device)
    devices_.emplace_back(device);
  else
    devices_.assign(context.devices().begin(), context.devices().end());
}

Result<Semaphore*> Semaphore::create(Context& context, Request request) {
  Descriptor shared;
  if (request.exportType == CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR) {
    shared = newSharedState();
    if (!shared) return fail(CL_OUT_OF_RESOURCES, "no free file descriptor");
  }
  if (request.sharedState) {
    TRY(shared, copyOf(*request.sharedState));
  }
  auto made =
      Ref<Semaphore>::adopt(new Semaphore(context, request.device, std::move(shared),
                                          request.exportType, std::move(request.properties)));
  made->fromSyncFile_ = request.syncFile.has_value();
  if (request.syncFile) TRY_STATUS(made->importSyncFile(*request.syncFile));
  if (request.sharedState) closeImported(*request.sharedState);
  return made.detach();
}

Semaphore::~Semaphore() {
  if (shared_ || fromSyncFile_) unwatchDescriptor(this);
}

bool Semaphore::signaled() {
  Lock lock(mutex_);
  return taken_ > 0 || (shared_ ? readable(shared_.get()) : available_);
}

Semaphore::Take Semaphore::takeSharedLocked() const {
  uint64_t count;
  if (read(shared_.get(), &count, sizeof count) == sizeof count) return Take::Signal;
  return errno == EAGAIN || errno == EINTR ? Take::Nothing : Take::Broken;
}

bool Semaphore::watchLocked(const Descriptor& descriptor, bool (*ready)(void*, bool)) {
  return watchDescriptor({descriptor.get(), ready, this});
}

Result<Ref<Event>> Semaphore::beginWait(bool forExport) {
  auto gate = Ref<Event>::adopt(Event::createUser(*context_));
  Lock lock(mutex_);
  const bool takes = line_.empty() && (shared_ ? takeSharedLocked() == Take::Signal
                                               : std::exchange(available_, false));
  if (takes) {
    ++taken_;
    return nullptr;
  }
  line_.push_back({gate, forExport});
  if (!shared_ || watching_) return gate;
  watching_ = watchLocked(shared_, sharedReadable);
  if (watching_) return gate;
  line_.pop_back();
  return fail(CL_OUT_OF_RESOURCES, "no thread to watch the semaphore's descriptor");
}

void Semaphore::endWait() {
  Lock lock(mutex_);
  --taken_;
}

void Semaphore::cancelWait(const Ref<Event>& gate) {
  {
    Lock lock(mutex_);
    const auto isIt = [&](const Waiter& one) { return one.gate == gate; };
    if (gate && std::erase_if(line_, isIt)) return;
    --taken_;
  }
  // Its signal is for the next one.
  give();
}

void Semaphore::give() {
  if (shared_) {
    const uint64_t one = 1;
    (void)!write(shared_.get(), &one, sizeof one);
    return;
  }
  Ref<Event> gate;
  {
    Lock lock(mutex_);
    if (line_.empty()) {
      available_ = true;
      return;
    }
    gate = std::move(line_.front().gate);
    line_.pop_front();
    ++taken_;
  }
  (void)gate->setUserStatus(CL_COMPLETE);
}

void Semaphore::signalEnds(bool runs) {
  if (runs) give();
  if (comingSignals_.fetch_sub(1, std::memory_order_relaxed) != 1) return;
  // It failed, or others stood before: who sleeps for a signal would do so for ever.
  failLine(Waiters::Exports);
}

void Semaphore::failLine(Waiters which) {
  while (const Ref<Event> gate = nextToFail(which)) (void)gate->setUserStatus(CL_INVALID_OPERATION);
}

Ref<Event> Semaphore::nextToFail(Waiters which) {
  Lock lock(mutex_);
  const auto found = std::ranges::find_if(line_, [&](const Waiter& one) {
    return !one.failed && (one.forExport || which == Waiters::All);
  });
  if (found == line_.end()) return nullptr;
  // It leaves the line by cancelWait().
  found->failed = true;
  return found->gate;
}

bool Semaphore::sharedReadable(void* user, bool broken) {
  Semaphore& self = *static_cast<Semaphore*>(user);
  Ref<Event> gate;
  bool over;
  {
    Lock lock(self.mutex_);
    // The wait may be cancelled, or another process faster.
    if (!broken && !self.line_.empty()) {
      const Take taken = self.takeSharedLocked();
      broken = taken == Take::Broken;
      if (taken == Take::Signal) {
        gate = std::move(self.line_.front().gate);
        self.line_.pop_front();
        ++self.taken_;
      }
    }
    over = broken || self.line_.empty();
    if (over) self.watching_ = false;
  }
  if (gate) (void)gate->setUserStatus(CL_COMPLETE);
  if (broken) self.failLine(Waiters::All);
  return over;
}

Status Semaphore::importSyncFile(int given) {
  TRY(Descriptor file, copyOf(given));
  TRY_STATUS(watchSyncFile(std::move(file)));
  closeImported(given);
  return {};
}

Status Semaphore::watchSyncFile(Descriptor file) {
  const bool already = !file || readable(file.get());
  if (fromSyncFile_) unwatchDescriptor(this);
  {
    Lock lock(mutex_);
    if (!already && !watchLocked(file, syncFileReadable)) {
      // The one before goes on.
      if (syncFile_) watchLocked(syncFile_, syncFileReadable);
      return CL_OUT_OF_RESOURCES;
    }
    available_ = false;
    syncFile_ = already ? Descriptor() : std::move(file);
  }
  if (already) give();
  return {};
}

bool Semaphore::syncFileReadable(void* user, bool broken) {
  Semaphore& self = *static_cast<Semaphore*>(user);
  {
    Lock lock(self.mutex_);
    self.syncFile_ = Descriptor();
  }
  if (broken)
    self.failLine(Waiters::All);
  else
    self.give();
  return true;
}

Result<int> Semaphore::exportHandle() {
  if (exportType_ == CL_SEMAPHORE_HANDLE_SYNC_FD_KHR) return exportSyncFile();
  const int handle = fcntl(shared_.get(), F_DUPFD_CLOEXEC, 0);
  if (handle < 0) return fail(CL_OUT_OF_RESOURCES, "no file descriptor is left");
  return handle;
}

Result<int> Semaphore::exportSyncFile() {
  TRY(const Ref<Event> gate, beginWait(true));
  // After it stands in line: the last signal to end finds it there, or is not counted here.
  const bool comes = gate && comingSignals_.load(std::memory_order_relaxed) != 0;
  if (comes) gate->waitWithoutQueue();
  if (gate && (!comes || gate->status() < 0)) {
    cancelWait(gate);
    return fail(CL_INVALID_OPERATION, "a sync file of a semaphore that nothing will signal");
  }
  endWait();
  return -1;
}

namespace {

class SemaphoreWait final : public Command {
 public:
  /// The signal may be enqueued later, also by another process.
  LaunchOrder::Place addTo(LaunchOrder& order, const LaunchOrder::Enqueued& enqueued) override {
    order.noteUnknown(enqueued.queue);
    return LaunchOrder::kUnknown;
  }
  SemaphoreWait() : Command(CL_COMMAND_SEMAPHORE_WAIT_KHR) {}
  Status begin(std::span<Semaphore* const> semaphores, std::vector<Ref<Event>>& gates) {
    waits_.reserve(semaphores.size());
    gates.reserve(gates.size() + semaphores.size());
    for (Semaphore* semaphore : semaphores) {
      TRY(Ref<Event> gate, semaphore->beginWait());
      if (gate) gates.push_back(gate);
      waits_.push_back({Ref<Semaphore>(semaphore), std::move(gate)});
    }
    return {};
  }
  ~SemaphoreWait() override {
    // Something that it waited for failed: the signals go back.
    for (const Wait& wait : waits_) wait.semaphore->cancelWait(wait.gate);
  }
  Status run() override {
    for (const Wait& wait : waits_) wait.semaphore->endWait();
    waits_.clear();
    return CL_COMPLETE;
  }
  uint64_t estimateNanoseconds() const override { return 0; }

 private:
  struct Wait {
    Ref<Semaphore> semaphore;
    Ref<Event> gate;
  };
  std::vector<Wait> waits_;
};

class SemaphoreSignal final : public Command {
 public:
  explicit SemaphoreSignal(std::span<Semaphore* const> semaphores)
      : Command(CL_COMMAND_SEMAPHORE_SIGNAL_KHR),
        semaphores_(semaphores.begin(), semaphores.end()) {
    for (Semaphore* semaphore : semaphores) semaphore->signalEnqueued();
  }
  ~SemaphoreSignal() override {
    for (const auto& semaphore : semaphores_) semaphore->signalEnds(false);
  }
  Status run() override {
    for (const auto& semaphore : semaphores_) semaphore->signalEnds(true);
    semaphores_.clear();
    return CL_COMPLETE;
  }
  uint64_t estimateNanoseconds() const override { return 0; }

 private:
  std::vector<Ref<Semaphore>> semaphores_;
};

}  // namespace

Status enqueueSemaphoreWait(Queue& queue, std::span<Semaphore* const> semaphores,
                            std::span<Event* const> waitList, cl_event* event) {
  std::vector<Ref<Event>> gates;
  auto command = std::make_unique<SemaphoreWait>();
  TRY_STATUS(command->begin(semaphores, gates));
  std::vector<Event*> waits(waitList.begin(), waitList.end());
  for (const Ref<Event>& gate : gates) waits.push_back(gate.get());
  return queue.submit(std::move(command), waits, event, false);
}

Status enqueueSemaphoreSignal(Queue& queue, std::span<Semaphore* const> semaphores,
                              std::span<Event* const> waitList, cl_event* event) {
  TRY_STATUS(queue.submit(std::make_unique<SemaphoreSignal>(semaphores), waitList, event, false));
  return queue.flush();
}

}  // namespace lanewise
