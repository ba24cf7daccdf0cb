// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random trees of child kernels, whose order and results a model on the host knows.
// LANEWISE_TREES: how many.
#include "device_queues/device_queues.h"

#include <algorithm>
#include <cstdlib>
#include <random>

namespace kernels {
namespace {

/// A kernel of a tree. Its work-items enqueue its children: child c by the work-item c % size.
struct Node {
  int size;             // work-items
  int first = 0;        // child
  int count = 0;        // children
  int parent = -1;      // -1: none
  int flags = 0;        // CLK_ENQUEUE_FLAGS_...
  int waitsFor = -1;    // the sibling, enqueued before by the same work-item; -1: none
  int localSize = 0;    // 0: chosen by the device
  int firstBefore = 0;  // of the nodes, in another list, that are complete before it begins
  int countBefore = 0;
};

// Each work-item counts itself in done[], and checks what must have ended before.
const char kSource[] = R"(
typedef struct {
  int size, first, count, parent, flags, waitsFor, localSize, firstBefore, countBefore;
} Node;
void visit(global const Node* nodes, global const int* before, global atomic_int* done,
           global atomic_int* sums, global atomic_int* wrong, queue_t q, int n) {
  const global Node* me = nodes + n;
  const int id = get_global_id(0);
  if (get_global_size(0) != me->size) atomic_fetch_or(wrong, 1);
  for (int i = 0; i < me->countBefore; ++i) {
    const int other = before[me->firstBefore + i];
    if (atomic_load(&done[other]) != nodes[other].size) atomic_fetch_or(wrong, 2);
  }
  clk_event_t events[8];
  int made = 0;
  for (int c = id; c < me->count; c += me->size) {
    const int child = me->first + c;
    const global Node* it = nodes + child;
    const ndrange_t range =
        it->localSize ? ndrange_1D(it->size, it->localSize) : ndrange_1D(it->size);
    clk_event_t wait;
    const int waits = it->waitsFor >= 0;
    if (waits) wait = events[(it->waitsFor - me->first - id) / me->size];
    const int code =
        enqueue_kernel(q, it->flags, range, waits, waits ? &wait : 0, &events[made++],
                       ^{ visit(nodes, before, done, sums, wrong, q, child); });
    if (code) atomic_fetch_or(wrong, 4);
  }
  for (int i = 0; i < made; ++i) release_event(events[i]);
  atomic_fetch_add(&sums[n], (id + 1) * (n + 3));
  atomic_fetch_add(&done[n], 1);
}
kernel void root(global const Node* nodes, global const int* before, global atomic_int* done,
                 global atomic_int* sums, global atomic_int* wrong, queue_t q) {
  visit(nodes, before, done, sums, wrong, q, 0);
}
)";

constexpr int kWaitKernel = 1;
constexpr int kMostEvents = 8;  // of a work-item

struct Tree {
  std::vector<Node> nodes;
  std::vector<int> before = {0};
};

class Maker {
 public:
  explicit Maker(std::mt19937& random) : random_(random) {}

  Tree make() {
    nodes_ = {{.size = 1 + below(100)}};
    const int wanted = 1 + below(60);
    for (size_t n = 0; n < nodes_.size(); ++n) addChildren(int(n), wanted - int(nodes_.size()));
    for (Node& node : nodes_) listBefore(node);
    tree_.nodes = nodes_;
    return tree_;
  }

 private:
  int below(int most) { return int(random_() % unsigned(most)); }

  void addChildren(int parent, int most) {
    const int size = nodes_[size_t(parent)].size;
    const int count = std::max(0, std::min({most, below(6) + (parent == 0), kMostEvents * size}));
    const int first = int(nodes_.size());
    nodes_[size_t(parent)].first = first;
    nodes_[size_t(parent)].count = count;
    for (int c = 0; c < count; ++c) {
      Node child = {.size = 1 + below(below(4) ? 8 : 300), .parent = parent, .flags = below(3)};
      if (c >= size && below(2)) child.waitsFor = first + c - size * (1 + below(c / size));
      if (below(3) == 0) child.localSize = 1 + below(child.size);
      nodes_.push_back(child);
    }
  }

  bool isBelow(int n, int other) const {
    while (n > other) n = nodes_[size_t(n)].parent;
    return n == other;
  }

  void listBefore(Node& node) {
    node.firstBefore = int(tree_.before.size());
    if (node.parent >= 0 && node.flags == kWaitKernel) tree_.before.push_back(node.parent);
    for (int n = node.waitsFor; node.waitsFor >= 0 && n < int(nodes_.size()); ++n)
      if (isBelow(n, node.waitsFor)) tree_.before.push_back(n);
    node.countBefore = int(tree_.before.size()) - node.firstBefore;
  }

  std::mt19937& random_;
  std::vector<Node> nodes_;
  Tree tree_;
};

TEST(RandomTrees, OfChildrenRunAsTheModel) {
  const char* given = std::getenv("LANEWISE_TREES");
  const int trees = given ? std::atoi(given) : 300;
  const DeviceQueue queue;
  std::mt19937 random(20260801);
  for (int number = 0; number < trees; ++number) {
    const Tree tree = Maker(random).make();
    const Buffer<Node> nodes(tree.nodes);
    const Buffer<int> before(tree.before), done(tree.nodes.size()), sums(tree.nodes.size()),
        wrong(1);
    runSource(kSource, kLanguages[1], "root", range1(size_t(tree.nodes[0].size)), nodes, before,
              done, sums, wrong, queue.get());
    std::vector<int> sizes, expected;
    for (size_t n = 0; n < tree.nodes.size(); ++n) {
      const int size = tree.nodes[n].size;
      sizes.push_back(size);
      expected.push_back(size * (size + 1) / 2 * (int(n) + 3));
    }
    ASSERT_EQ(wrong.read()[0], 0) << "tree " << number;
    ASSERT_EQ(done.read(), sizes) << "tree " << number;
    ASSERT_EQ(sums.read(), expected) << "tree " << number;
  }
}

}  // namespace
}  // namespace kernels
