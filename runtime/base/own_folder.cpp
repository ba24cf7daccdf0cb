// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The file that contains this code, as the dynamic loader knows it.
#include "runtime/base/own_folder.h"

#include "runtime/base/paths.h"

#include <dlfcn.h>
#include <utility>

namespace lanewise {

std::string ownFolder() {
  Dl_info facts = {};
  if (!dladdr(reinterpret_cast<void*>(&ownFolder), &facts) || !facts.dli_fname) return {};
  const auto file = canonicalPath(facts.dli_fname);
  return file ? parentFolder(*file) : std::string();
}

std::string findBeside(const std::string& folder, std::initializer_list<const char*> places) {
  for (const char* place : places) {
    auto file = canonicalPath(folder + "/" + place);
    if (file && isRegularFile(*file)) return *std::move(file);
  }
  return {};
}

}  // namespace lanewise
