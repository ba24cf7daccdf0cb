// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONE ROW PER clEnqueue* COMMAND, for what is the same of all of them: their queue, memory objects,
// wait list and event (enqueue_commands_test.cpp and others). A row makes the call with what it is
// given and everything else right.
#pragma once

#include "tests/api/program_fixture.h"

#include <span>

namespace lanewise::test {

/// What differs from test to test.
struct EnqueueArguments {
  cl_command_queue queue = nullptr;
  cl_mem buffer = nullptr;  // of kEnqueueBytes at least
  cl_mem other = nullptr;   // the target of copies
  cl_kernel kernel = nullptr;
  void* mapped = nullptr;  // what clEnqueueUnmapMemObject undoes
  unsigned char* host = nullptr;
  cl_bool blocking = CL_FALSE;
  cl_uint waitCount = 0;
  const cl_event* waits = nullptr;
  cl_event* event = nullptr;
};
inline constexpr size_t kEnqueueBytes = 256;

struct EnqueueCommand {
  const char* name;
  cl_command_type type;
  cl_int (*call)(const EnqueueArguments& with);
  /// Names of the memory objects among the parameters, as keys of conditions have them; or null.
  const char* buffer = nullptr;
  const char* other = nullptr;
  bool takesKernel = false;
  bool blocks = false;
  bool takesWaits = true;
  bool givesEvent = true;
};

std::span<const EnqueueCommand> enqueueCommands();
/// How GoogleTest prints a row.
inline void PrintTo(const EnqueueCommand& command, std::ostream* out) { *out << command.name; }

class EnqueueCommandTest : public ProgramTest,
                           public ::testing::WithParamInterface<EnqueueCommand> {
 protected:
  const EnqueueCommand& command() { return GetParam(); }
  std::string id(const std::string& codeAndKey) {
    return std::string(command().name) + "/" + codeAndKey;
  }
  /// Arguments with which the call succeeds.
  EnqueueArguments good();
  cl_int call(const EnqueueArguments& with) { return command().call(with); }
  Event userEvent(cl_context context) { return clCreateUserEvent(context, nullptr); }

  std::vector<unsigned char> host_ = std::vector<unsigned char>(kEnqueueBytes);

 private:
  Buffer buffer_, other_;
  OwnedKernel fill_;
};

}  // namespace lanewise::test
