// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A client of the fake compiler's program, for the tests of compiler processes.
#pragma once

#include "runtime/compiler_process/compiler_client.h"
#include "tests/runtime/fake/fake_request.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace lanewise::test {

inline CompilerClient::Settings fakeSettings() {
  CompilerClient::Settings settings;
  settings.process.program = FAKE_PROGRAM;
  settings.process.secondsPerKernel = 20;
  settings.process.memoryMebibytes = 512;
  settings.process.writableFolder = std::filesystem::temp_directory_path();  // for gates
  settings.maxProcesses = 2;
  return settings;
}

inline CompileReply compile(CompilerClient& client, const std::string& word,
                            const std::string& more = "") {
  return client.compile(encode(fakeRequest(word, more)));
}

/// The number after `name` in the log of the fake compiler.
inline int numberIn(const std::string& log, const std::string& name) {
  const size_t at = log.find(name + " ");
  return at == log.npos ? -1 : std::atoi(log.c_str() + at + name.size() + 1);
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

inline bool processLives(int process) {
  // kill() succeeds for a zombie; its state shows what it is.
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string number, name, state;
  return bool(file >> number >> name >> state) && state != "Z";
}

/// Waits until it has ended; false if it does not.
inline bool endsSoon(int process) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (processLives(process) && std::chrono::steady_clock::now() < limit)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return !processLives(process);
}

}  // namespace lanewise::test
