// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The texts of a program that Clang has read: the source, and the headers that it includes.
#pragma once

#include "compiler/frontend/embedded_headers.h"

#include <clang/Basic/SourceManager.h>

#include <string_view>

namespace lanewise {

/// True if `test(text)` is true of a text that is not embedded.
template <class Test>
bool anyLoadedText(const clang::SourceManager& sources, Test test) {
  for (auto file = sources.fileinfo_begin(); file != sources.fileinfo_end(); ++file) {
    if (file->first.getName().starts_with(kResourceFolder)) continue;
    const auto text = file->second->getBufferDataIfLoaded();
    if (text && test(std::string_view(*text))) return true;
  }
  return false;
}

}  // namespace lanewise
