// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic pointers to texts, because handlers of signals and another thread read them.
#include "compiler/diagnostics/activity.h"

#include <llvm/ADT/StringSet.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>

namespace lanewise {
namespace {

constinit std::atomic<const char*> words = nullptr;
constinit std::atomic<const char*> function = nullptr;
constinit std::atomic<size_t> kernelCount = 1;

/// Returns a copy that lives as long as the process. Another thread may read it at any time.
const char* lasting(llvm::StringRef name) {
  static auto* mutex = new std::mutex;
  static auto* names = new llvm::StringSet<>;
  const std::lock_guard guard(*mutex);
  return names->insert(name).first->getKeyData();
}

}  // namespace

Activity::Activity(const char* phrase) { words = phrase; }
Activity::~Activity() {
  words = nullptr;
  function = nullptr;
}

const char* currentActivity() { return words; }
void renameActivity(const char* phrase) { words = phrase; }

void noteFunction(llvm::StringRef name) {
  // Passes run one after another on the same function.
  if (const char* noted = function; noted && name == noted) return;
  function = name.empty() ? nullptr : lasting(name);
}
const char* currentFunction() { return function; }

void noteKernelCount(size_t count) { kernelCount = std::max<size_t>(count, 1); }
size_t currentKernelCount() { return kernelCount; }

}  // namespace lanewise
