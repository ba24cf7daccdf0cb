// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The schedule of an out-of-order queue. A command counts what it waits for (events, the barrier
// before it) and is put on `ready_` when that is nothing; several threads take from there. A marker
// or barrier that waits for everything before it closes a CommandSegment: it waits until the
// segments up to that one have no unfinished command.
#pragma once

#include "runtime/queue/schedule.h"

namespace lanewise {

/// Commands between two markers or barriers that wait for everything.
struct CommandSegment {
  uint64_t unfinished = 0;
  Command* closing = nullptr;  // waits for this segment and those before it
  CommandSegment* next = nullptr;
};

class OutOfOrderSchedule final : public Schedule {
 public:
  explicit OutOfOrderSchedule(Queue& queue);
  ~OutOfOrderSchedule() override;
  void prepare(Command& command) override;

 private:
  void appendLocked(Command& command) override REQUIRES(mutex_);
  void dependencyDoneLocked(Command& command) override REQUIRES(mutex_);
  bool reached(const Until& until) const override;
  bool canRunLocked(const Until& until) const override REQUIRES(mutex_);
  bool needsThreadLocked() const override REQUIRES(mutex_);
  void drain(const Until& until) override EXCLUDES(mutex_);

  void closeSegmentLocked(Command& closing, std::unique_ptr<CommandSegment> next) REQUIRES(mutex_);
  void readyLocked(Command& command) REQUIRES(mutex_);
  Command* findReadyLocked(const Until& until) const REQUIRES(mutex_);
  Command* takeReadyLocked(const Until& until) REQUIRES(mutex_);
  void leaveSegmentLocked(CommandSegment& segment) REQUIRES(mutex_);
  /// Counts the command out, with what waited for it, and deletes a barrier.
  void finishLocked(CommandSegment& segment, std::unique_ptr<Command> barrier) REQUIRES(mutex_);
  /// What a draining thread ran last.
  struct Ran {
    CommandSegment* segment = nullptr;  // null: nothing
    Command* barrier = nullptr;         // the command, if it is one
    bool counted = false;               // the thread is one of drainers_
  };
  Command* finishAndTake(Ran& ran, const Until& until) EXCLUDES(mutex_);

  CommandList ready_ GUARDED_BY(mutex_);
  /// Queue threads that drain, except those in code of the application, which may wait for another
  /// command.
  uint32_t drainers_ GUARDED_BY(mutex_) = 0;
  CommandSegment* firstSegment_ GUARDED_BY(mutex_);
  CommandSegment* openSegment_ GUARDED_BY(mutex_);
  Command* barrier_ GUARDED_BY(mutex_) = nullptr;  // the last one that is not complete
};

}  // namespace lanewise
