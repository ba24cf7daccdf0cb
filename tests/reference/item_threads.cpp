// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work-items as contexts (ucontext), scheduled round robin from barrier to barrier.
#include "tests/reference/item_threads.h"

#include <ucontext.h>

#include <algorithm>
#include <memory>

#if defined(__SANITIZE_ADDRESS__) || (defined(__has_feature) && __has_feature(address_sanitizer))
#include <sanitizer/common_interface_defs.h>
#define LANEWISE_FIBERS 1
#endif

namespace lanewise::fuzz {
namespace {

constexpr size_t kStackBytes = 256 * 1024;

struct Item {
  uint64_t localId[3];
  ucontext_t context;
  std::unique_ptr<char[]> stack;
  bool ended = false;
};

struct Group {
  const Range* range;
  uint64_t id[3], size[3];
  std::vector<Item> items;
  Item* current = nullptr;
  ucontext_t scheduler;
  void (*run)(void*);
  void* user;
};

Group* group = nullptr;  // one at a time

#ifdef LANEWISE_FIBERS
const void* schedulerStack = nullptr;
size_t schedulerBytes = 0;
void beforeItem(Item& item, void** save) {
  __sanitizer_start_switch_fiber(save, item.stack.get(), kStackBytes);
}
void inScheduler(void* save) { __sanitizer_finish_switch_fiber(save, nullptr, nullptr); }
void beforeScheduler(void** save) {
  __sanitizer_start_switch_fiber(save, schedulerStack, schedulerBytes);
}
void inItem(void* save) { __sanitizer_finish_switch_fiber(save, &schedulerStack, &schedulerBytes); }
#else
void beforeItem(Item&, void**) {}
void inScheduler(void*) {}
void beforeScheduler(void**) {}
void inItem(void*) {}
#endif

void itemMain() {
  inItem(nullptr);
  group->run(group->user);
  group->current->ended = true;
  beforeScheduler(nullptr);
  swapcontext(&group->current->context, &group->scheduler);
}

void resume(Item& item) {
  void* save = nullptr;
  group->current = &item;
  beforeItem(item, &save);
  swapcontext(&group->scheduler, &item.context);
  inScheduler(save);
}

void start(Item& item) {
  item.stack = std::make_unique<char[]>(kStackBytes);
  getcontext(&item.context);
  item.context.uc_stack.ss_sp = item.stack.get();
  item.context.uc_stack.ss_size = kStackBytes;
  item.context.uc_link = nullptr;
  makecontext(&item.context, itemMain, 0);
}

void runGroup() {
  auto& items = group->items;
  items.resize(group->size[0] * group->size[1] * group->size[2]);
  for (size_t i = 0; i < items.size(); ++i) {
    items[i].localId[0] = i % group->size[0];
    items[i].localId[1] = i / group->size[0] % group->size[1];
    items[i].localId[2] = i / group->size[0] / group->size[1];
    start(items[i]);
  }
  while (std::ranges::any_of(items, [](const Item& item) { return !item.ended; }))
    for (Item& item : items)
      if (!item.ended) resume(item);
}

// Answers.
uint64_t localId(uint32_t dim) { return group->current->localId[dim]; }
uint64_t groupId(uint32_t dim) { return group->id[dim]; }
uint64_t localSize(uint32_t dim) { return group->size[dim]; }
uint64_t enqueuedLocalSize(uint32_t dim) { return group->range->localSize[dim]; }
uint64_t globalSize(uint32_t dim) { return group->range->globalSize[dim]; }
uint64_t globalOffset(uint32_t dim) { return group->range->globalOffset[dim]; }
uint64_t numGroups(uint32_t dim) { return group->range->numGroups[dim]; }
uint32_t workDim() { return group->range->workDim; }
uint64_t globalId(uint32_t dim) {
  return groupId(dim) * enqueuedLocalSize(dim) + localId(dim) + globalOffset(dim);
}
uint64_t localLinearId() {
  return (localId(2) * localSize(1) + localId(1)) * localSize(0) + localId(0);
}
uint64_t globalLinearId() {
  uint64_t id = 0;
  for (int dim = 2; dim >= 0; --dim) id = id * globalSize(dim) + globalId(dim) - globalOffset(dim);
  return id;
}
void barrier() {
  void* save = nullptr;
  Item& self = *group->current;
  beforeScheduler(&save);
  swapcontext(&self.context, &group->scheduler);
  inItem(save);
}

}  // namespace

void runAsThreads(const Range& range, void (*item)(void* user), void* user) {
  const uint64_t count = range.numGroups[0] * range.numGroups[1] * range.numGroups[2];
  for (uint64_t number = 0; number < count; ++number) {
    Group current{};
    current.range = &range;
    current.run = item;
    current.user = user;
    current.id[0] = number % range.numGroups[0];
    current.id[1] = number / range.numGroups[0] % range.numGroups[1];
    current.id[2] = number / range.numGroups[0] / range.numGroups[1];
    for (int dim = 0; dim < 3; ++dim)
      current.size[dim] = std::min(range.localSize[dim],
                                   range.globalSize[dim] - current.id[dim] * range.localSize[dim]);
    group = &current;
    runGroup();
    group = nullptr;
  }
}

std::vector<std::pair<KernelCall, void*>> kernelCallAnswers() {
  auto address = [](auto* function) { return reinterpret_cast<void*>(function); };
  return {{KernelCall::LocalId, address(localId)},
          {KernelCall::GroupId, address(groupId)},
          {KernelCall::LocalSize, address(localSize)},
          {KernelCall::EnqueuedLocalSize, address(enqueuedLocalSize)},
          {KernelCall::GlobalSize, address(globalSize)},
          {KernelCall::GlobalOffset, address(globalOffset)},
          {KernelCall::NumGroups, address(numGroups)},
          {KernelCall::WorkDim, address(workDim)},
          {KernelCall::GlobalId, address(globalId)},
          {KernelCall::LocalLinearId, address(localLinearId)},
          {KernelCall::GlobalLinearId, address(globalLinearId)},
          {KernelCall::Barrier, address(barrier)}};
}

}  // namespace lanewise::fuzz
