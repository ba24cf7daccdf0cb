// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row per clEnqueue* command, for tests of what all of them share: queue, memory objects, wait
// list and event (enqueue_commands_test.cpp and others). A row makes the call with the given values
// and with valid values for everything else.
#pragma once

#include "tests/api/extension_objects.h"
#include "tests/api/program_fixture.h"

#include <span>

namespace lanewise::test {

/// The values that tests vary.
struct EnqueueArguments {
  cl_command_queue queue = nullptr;
  cl_mem buffer = nullptr;  // at least kEnqueueBytes
  cl_mem other = nullptr;   // the target of copies
  cl_kernel kernel = nullptr;
  void* mapped = nullptr;        // the mapping that clEnqueueUnmapMemObject unmaps
  unsigned char* svm = nullptr;  // kEnqueueBytes
  cl_semaphore_khr semaphore = nullptr;
  cl_command_buffer_khr commands = nullptr;
  unsigned char* host = nullptr;
  cl_bool blocking = CL_FALSE;
  cl_uint waitCount = 0;
  const cl_event* waits = nullptr;
  cl_event* event = nullptr;
};
inline constexpr size_t kEnqueueBytes = 256;

/// What a command uses besides buffers.
enum class Needs {
  Nothing,
  Kernel,
  Map,
  Svm,
  Semaphore,
  Signal,  // a semaphore that is signaled
  ExternalMemory,
  CommandBuffer,
  // Which of the memory objects are images: skipped on devices without images.
  Image,
  TwoImages,
  OtherImage
};

struct EnqueueCommand {
  const char* name;
  cl_command_type type;
  cl_int (*call)(const EnqueueArguments& with);
  /// Names of the memory object parameters as in keys of conditions; or null.
  const char* buffer = nullptr;
  const char* other = nullptr;
  Needs needs = Needs::Nothing;
  bool blocks = false;
  bool takesWaits = true;
  bool givesEvent = true;

  /// The first or the second memory object is an image.
  bool takesImage(bool first) const {
    return needs == Needs::TwoImages || needs == (first ? Needs::Image : Needs::OtherImage);
  }
  /// True if an event of the wait list that has failed is an error of the call, not of the command.
  bool refusesFailedEvents() const {
    return needs == Needs::Semaphore || needs == Needs::Signal || needs == Needs::ExternalMemory;
  }
};

std::span<const EnqueueCommand> enqueueCommands();
/// GoogleTest's name of a row.
inline void PrintTo(const EnqueueCommand& command, std::ostream* out) { *out << command.name; }

class EnqueueCommandTest : public ProgramTest,
                           public ::testing::WithParamInterface<EnqueueCommand> {
 protected:
  const EnqueueCommand& command() { return GetParam(); }
  void SetUp() override {
    ProgramTest::SetUp();
    const bool onImages = command().takesImage(true) || command().takesImage(false);
    if (onImages && !infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_IMAGE_SUPPORT))
      GTEST_SKIP() << "the device has no images";
  }
  /// A buffer, or an image for commands that take one there, of another context.
  Buffer foreign(bool first);
  /// Arguments with which the call succeeds once.
  EnqueueArguments good();
  cl_int call(const EnqueueArguments& with) { return command().call(with); }
  /// Lets one wait complete, from another queue.
  void signal(cl_semaphore_khr semaphore);

  std::vector<unsigned char> host_ = std::vector<unsigned char>(kEnqueueBytes);

 private:
  Buffer buffer_, other_, external_, image_, otherImage_;
  OwnedKernel fill_;
  void* svm_ = nullptr;  // released with the context
  Semaphore semaphore_;
  Queue signals_;
  CommandBuffer commands_;
};

}  // namespace lanewise::test
