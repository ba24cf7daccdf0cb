// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests to the fake compiler, for the tests of the client, the cache and the loaded code.
#pragma once

#include "interface/compile_request.h"

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace lanewise::test {

/// `more` makes requests different.
inline CompileRequest fakeRequest(const std::string& word, const std::string& more = "") {
  const std::string text = "fake:" + word + " " + more;
  CompileRequest request;
  request.modules.emplace_back(text.begin(), text.end());
  return request;
}

inline CompileRequest fakeSourceRequest(const std::string& word, const std::string& more = "",
                                        Goal goal = Goal::SourceToModule) {
  CompileRequest request;
  request.goal = goal;
  request.source.text = "fake:" + word + " " + more;
  return request;
}

inline std::vector<uint8_t> fileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace lanewise::test
