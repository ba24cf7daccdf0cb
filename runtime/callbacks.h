// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that calls the application back. Callbacks run one after the other, in the order in
// which they were posted, with no lock of ours held; a slow one delays only other callbacks.
#pragma once

namespace lanewise {

/// Calls task(user) on the callback thread, which the first post of the process starts. If no
/// thread can be started, the task runs here.
void postCallback(void (*task)(void*), void* user);

}  // namespace lanewise
