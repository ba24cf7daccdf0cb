// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What memory_order_test.py compiles for AArch64, with the instructions that functions must have:
// with loops of exclusive loads and stores (LOOPS), with FEAT_LSE (LSE), and with calls of
// functions that choose one of both when the process starts (CALLS), which packages have. Functions
// of the runtime's sources are in the order of these files. docs/design/memory-order.md has the
// reasons.
#include "runtime/base/per_process.h"
#include "runtime/base/weak_ref.h"
#include "runtime/workers/idle_thread.h"

// A removal is counted before sleepers are looked for; a sleeper counts itself, and the futex looks
// for removals.
// ALL-LABEL: function lanewise::ReleasedMemory::remove(
// LOOPS: ldaxr
// LOOPS-NEXT: stlxr
// LSE: ldaddal w
// CALLS: bl __aarch64_ldadd4_acq_rel{{$}}
// ALL: ldar w
// ALL-LABEL: function lanewise::ReleasedMemory::waitForRemoval(
// ALL: ldar w
// LOOPS: ldaxr
// LOOPS-NEXT: stlxr
// LSE: ldaddal w
// CALLS: bl __aarch64_ldadd4_acq_rel{{$}}
// ALL: bl syscall
#include "runtime/context/released_memory.cpp"

// Entries are published by an exchange, code by the state.
// ALL-LABEL: function lanewise::LaunchKinds::add(
// LOOPS: stlxr
// LSE: casl x
// CALLS: bl __aarch64_cas8_rel{{$}}
// ALL-LABEL: function lanewise::LaunchKinds::compile(
// ALL: stlrb w
// ALL-LABEL: function lanewise::LaunchKinds::find(
// ALL: ldar x
// ALL-LABEL: function lanewise::LaunchKinds::codeFor(
// ALL: ldarb w
#include "runtime/launch/launch_kinds.cpp"

// The state comes after what the command wrote. Then the library looks for threads that wait.
// ALL-LABEL: function lanewise::Event::advance(
// ALL: stlr w
// ALL-LABEL: function lanewise::Event::completeWithoutQueue(
// ALL: stlr w
// ALL: ldar w
// ALL-LABEL: function lanewise::Event::waitWithoutQueue() const
// ALL: ldar w
// LOOPS: ldaxr
// LOOPS-NEXT: stlxr
// LSE: ldaddal w
// CALLS: bl __aarch64_ldadd4_acq_rel{{$}}
#include "runtime/queue/event.cpp"

// The draining thread stores completed_ and loads nextWake_, a sleeper does the reverse: no ldapr.
// ALL-LABEL: function lanewise::InOrderSchedule::drain(
// ALL: stlr x
// ALL-NEXT: ldar x
#include "runtime/queue/in_order_drain.cpp"

// ALL-LABEL: function lanewise::InOrderSchedule::sleeperAddedLocked()
// ALL: stlr x
#include "runtime/queue/in_order_schedule.cpp"

// ALL-LABEL: function lanewise::Schedule::sleep(
// ALL: ldar w
// ALL-LABEL: function lanewise::Schedule::wake(
// ALL: stlr w
#include "runtime/queue/schedule_threads.cpp"

// A loop is published and joined under the mutex, chunks are taken without an order, and the owner
// sees what its helpers wrote.
// ALL-LABEL: function lanewise::BasicLoopShares<std::atomic>::take(
// LOOPS: ldxr x
// LOOPS-NEXT: stxr w
// LSE: ldadd x
// CALLS: bl __aarch64_ldadd8_relax{{$}}
// ALL-LABEL: function lanewise::Workers::Loops::drop()
// LOOPS-NEXT: ldaxr
// LOOPS-NEXT: stlxr
// LSE-NEXT: ldaddal w
// CALLS-NEXT: bl __aarch64_ldadd4_acq_rel{{$}}
// ALL-LABEL: function lanewise::Workers::Loops::publish(
// LSE: casa w
// LSE: ldaddl w
// LSE: swpl w
// CALLS: bl __aarch64_cas4_acq{{$}}
// CALLS: bl __aarch64_ldadd4_rel{{$}}
// CALLS: bl __aarch64_swp4_rel{{$}}
// ALL-LABEL: function lanewise::Workers::Loops::retire(
// LSE: casa w
// LSE: swpl w
// CALLS: bl __aarch64_cas4_acq{{$}}
// CALLS: bl __aarch64_swp4_rel{{$}}
// ALL: ldar w
// ALL-LABEL: function lanewise::Workers::Loops::leave(
// LOOPS-NEXT: ldxr
// LOOPS-NEXT: stlxr
// LSE-NEXT: ldaddl w
// CALLS-NEXT: bl __aarch64_ldadd4_rel{{$}}
// ALL-LABEL: function lanewise::Workers::Loops::lookForLoops(
// ALL: ldar w
#include "runtime/workers/worker_loops.cpp"

namespace lanewise {

// ALL-LABEL: function lanewise::lockMutex(lanewise::Mutex&)
// LOOPS-NEXT: ldaxr
// LOOPS-NEXT: stxr
// LSE-NEXT: casa w
// CALLS-NEXT: bl __aarch64_cas4_acq{{$}}
void lockMutex(Mutex& mutex) { mutex.lock(); }

// ALL-LABEL: function lanewise::unlockMutex(lanewise::Mutex&)
// LOOPS-NEXT: ldxr
// LOOPS-NEXT: stlxr
// LSE-NEXT: swpl w
// CALLS-NEXT: bl __aarch64_swp4_rel{{$}}
void unlockMutex(Mutex& mutex) { mutex.unlock(); }

// ALL-LABEL: function lanewise::copyRef(lanewise::Event&)
// LOOPS-NEXT: ldxr
// LOOPS-NEXT: stxr
// LSE-NEXT: ldadd w
// CALLS-NEXT: bl __aarch64_ldadd4_relax{{$}}
Ref<Event> copyRef(Event& event) { return Ref<Event>(event); }

// ALL-LABEL: function lanewise::dropRef(lanewise::Event*)
// LOOPS-NEXT: ldaxr
// LOOPS-NEXT: stlxr
// LSE-NEXT: ldaddal w
// CALLS-NEXT: bl __aarch64_ldadd4_acq_rel{{$}}
void dropRef(Event* event) { Ref<Event>::adopt(event); }

// ALL-LABEL: function lanewise::refOfWeakRef(lanewise::WeakRef<lanewise::Queue> const&)
// LOOPS: ldaxr
// LOOPS-NEXT: stxr
// LSE: casa w
// CALLS: bl __aarch64_cas4_acq{{$}}
Ref<Queue> refOfWeakRef(const WeakRef<Queue>& queue) { return queue.reference(); }

// ALL-LABEL: function lanewise::statusOf(lanewise::Event const&)
// ALL-NEXT: ldar w
cl_int statusOf(const Event& event) { return event.status(); }

// ALL-LABEL: function lanewise::callIdle(lanewise::IdleThread&)
// LOOPS-NEXT: ldaxr
// LOOPS-NEXT: stlxr
// LSE-NEXT: swpal w
// CALLS-NEXT: bl __aarch64_swp4_acq_rel{{$}}
void callIdle(IdleThread& thread) { thread.call(); }

// ALL-LABEL: function lanewise::waitIdle(lanewise::IdleThread&)
// LOOPS-NEXT: ldaxr
// LSE-NEXT: casa w
// CALLS-NEXT: bl __aarch64_cas4_acq{{$}}
// ALL: ldar w
void waitIdle(IdleThread& thread) { thread.wait(/*polls=*/false); }

// ALL-LABEL: function lanewise::oneOfProcess(lanewise::PerProcess<int>&)
// ALL: ldar x
// LOOPS: ldaxr
// LOOPS-NEXT: stlxr
// LSE: casal x
// CALLS: bl __aarch64_cas8_acq_rel{{$}}
int& oneOfProcess(PerProcess<int>& all) {
  return all.get([] { return 1; });
}

}  // namespace lanewise
