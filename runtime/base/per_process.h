// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PerProcess<T>: the one T of this process, created at its first use and never destroyed. A forked
// child gets a new one. The inherited one is left alone, because a thread that does not exist in
// the child may have locked it, or because it belongs to the parent (a socket, a compiler process).
#pragma once

#include <unistd.h>
#include <atomic>
#include <memory>
#include <utility>

namespace lanewise {

template <class T>
class PerProcess {
 public:
  /// `make` returns a T. It may run more than once if threads race; surplus results are destroyed
  /// unused.
  template <class Make>
  T& get(Make make) {
    const pid_t self = getpid();
    // Pairs with the exchange below: a thread that sees the node sees the T in it.
    Node* node = node_.load(std::memory_order_acquire);
    if (node && node->process == self) return node->value;
    auto fresh = std::unique_ptr<Node>(new Node{self, node, make()});
    if (node_.compare_exchange_strong(node, fresh.get(), std::memory_order_acq_rel))
      return fresh.release()->value;
    return node->value;
  }
  /// The T of this process, or null if it was not created yet.
  T* find() const {
    Node* node = node_.load(std::memory_order_acquire);
    return node && node->process == getpid() ? &node->value : nullptr;
  }

 protected:
  /// The parent's T remains: it may be in the middle of a change.
  void destroyOwn() {
    Node* node = node_.load(std::memory_order_acquire);
    if (node && node->process == getpid()) delete node;
  }

 private:
  struct Node {
    pid_t process;
    Node* inherited;  // the parent's, reachable for leak checkers
    T value;
  };
  std::atomic<Node*> node_{nullptr};
};

/// A PerProcess that is a member of an object. It is destroyed with the object.
template <class T>
class PerProcessPart : public PerProcess<T> {
 public:
  PerProcessPart() = default;
  PerProcessPart(const PerProcessPart&) = delete;
  PerProcessPart& operator=(const PerProcessPart&) = delete;
  ~PerProcessPart() { this->destroyOwn(); }
};

}  // namespace lanewise
