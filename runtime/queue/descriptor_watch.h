// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Waiting for file descriptors of others (semaphores that came from outside) without a thread each:
// one thread of the process polls all of them. It is started at the first watch.
#pragma once

namespace lanewise {

struct DescriptorWatch {
  int descriptor;
  /// Called on the watching thread, without a lock, when the descriptor is readable; true ends the
  /// watch. `broken`: it is no descriptor (any more), and the watch ends anyway.
  bool (*ready)(void* user, bool broken);
  void* user;
};

/// False if no thread or no memory can be had. A `user` has one watch at a time.
bool watchDescriptor(const DescriptorWatch& watch);
/// Ends the watch of `user` if there is one. On return `ready` does not run and will not, unless
/// this is called by it.
void unwatchDescriptor(void* user);

}  // namespace lanewise
