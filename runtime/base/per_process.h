// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PerProcess<T>: the one T of this process, made at the first use and never destroyed. A forked
// child gets a fresh one: what it inherited may be locked by a thread that it does not have, or
// belong to the parent (a socket, a helper), so it is left alone.
#pragma once

#include <unistd.h>
#include <atomic>
#include <memory>
#include <utility>

namespace lanewise {

template <class T>
class PerProcess {
 public:
  /// `make` returns a T; it may run more than once when threads race, and what loses the race is
  /// destroyed unused.
  template <class Make>
  T& get(Make make) {
    const pid_t self = getpid();
    // Pairs with the exchange below: whoever sees the node sees the T in it.
    Node* node = node_.load(std::memory_order_acquire);
    if (node && node->process == self) return node->value;
    auto fresh = std::unique_ptr<Node>(new Node{self, node, make()});
    if (node_.compare_exchange_strong(node, fresh.get(), std::memory_order_acq_rel))
      return fresh.release()->value;
    return node->value;
  }
  /// The one of this process, or null if nothing has asked for it yet.
  T* find() const {
    Node* node = node_.load(std::memory_order_acquire);
    return node && node->process == getpid() ? &node->value : nullptr;
  }

 protected:
  /// What the parent left stays: it may be in the middle of a change.
  void destroyOwn() {
    Node* node = node_.load(std::memory_order_acquire);
    if (node && node->process == getpid()) delete node;
  }

 private:
  struct Node {
    pid_t process;
    Node* inherited;  // the parent's, kept for leak checkers to find
    T value;
  };
  std::atomic<Node*> node_{nullptr};
};

/// The same for a part of an object, with which it goes.
template <class T>
class PerProcessPart : public PerProcess<T> {
 public:
  PerProcessPart() = default;
  PerProcessPart(const PerProcessPart&) = delete;
  PerProcessPart& operator=(const PerProcessPart&) = delete;
  ~PerProcessPart() { this->destroyOwn(); }
};

}  // namespace lanewise
