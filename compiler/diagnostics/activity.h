// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler works on, for the process around it, which may have to end it: the stage, the
// function, and how many kernels the program has. All functions but noteFunction() are
// async-signal-safe. If several threads compile, the one that wrote last is reported.
#pragma once

#include <llvm/ADT/StringRef.h>

namespace lanewise {

/// The activity while it lives. \pre `words` outlives it.
class Activity {
 public:
  explicit Activity(const char* words);
  ~Activity();
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;
};

/// A phrase that follows "while", or null if nothing is compiled.
const char* currentActivity();
/// Another phrase for the activity that lives. \pre `words` outlives it.
void renameActivity(const char* words);

/// The function that passes work on from now on; empty: the whole module.
void noteFunction(llvm::StringRef name);
/// Its name, or null.
const char* currentFunction();

void noteKernelCount(size_t count);
/// At least 1.
size_t currentKernelCount();

}  // namespace lanewise
