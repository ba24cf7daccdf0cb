// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches without a compiler: a kernel whose entry is a C++ function of the test.
#pragma once

#include "queue_fixture.h"
#include "runtime/launch/launch.h"
#include "runtime/program/program.h"

namespace lanewise {

class LaunchFixture : public QueueFixture {
 protected:
  ~LaunchFixture() override { program_->release(); }

  /// A kernel whose metadata can be changed until the first launch.
  struct FakeKernel {
    CompiledKernel compiled;
    Kernel* kernel = nullptr;
    ~FakeKernel() {
      if (kernel) kernel->release();
    }
  };
  std::unique_ptr<FakeKernel> makeKernel(abi::Entry entry, KernelMetadata metadata = {}) {
    auto fake = std::make_unique<FakeKernel>();
    metadata.name = "fake";
    fake->compiled.metadata = std::move(metadata);
    fake->compiled.entry = entry;
    fake->kernel = new Kernel(*program_, {std::shared_ptr<void>(), &fake->compiled});
    return fake;
  }
  static KernelMetadata oneValue() {
    KernelMetadata metadata;
    KernelArgument argument;
    argument.sizeBytes = 8;
    metadata.arguments = {argument};
    metadata.argumentBytes = 8;
    return metadata;
  }
  /// The argument of such a kernel is a pointer to data of the test.
  static void point(FakeKernel& fake, const void* pointer) { fake.kernel->setValue(0, &pointer); }
  template <class T>
  static T& pointedTo(const abi::Launch* launch) {
    return **static_cast<T* const*>(launch->arguments);
  }
  Status launch(Queue& queue, FakeKernel& fake, const NdRange& range, bool blocking = false) {
    auto command = fake.kernel->makeLaunch(device_, range);
    if (!command) return command.error();
    return queue.submit(std::move(*command), {}, nullptr, blocking);
  }

  static Program* emptyProgram(Context& context) {
    static constexpr uint32_t kHeader[] = {0x07230203, 0x00010000, 0, 1, 0};
    auto program = Program::createWithIl(context, std::as_bytes(std::span(kHeader)));
    EXPECT_TRUE(program);
    return *program;
  }
  Program* program_ = emptyProgram(*context_);
};

}  // namespace lanewise
