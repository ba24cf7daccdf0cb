// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for the instructions on device queues that the validator does not check, and what becomes
// of the entry points of blocks.
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

/// A kernel with a queue %q, and a function %block to enqueue.
KernelText withQueue(const std::string& body, const std::string& entryPoints = "") {
  return {
      .capabilities = "OpCapability DeviceEnqueue\nOpCapability GenericPointer\n",
      .types =
          "%two = OpConstant %i32 2\n%three = OpConstant %i32 3\n%four = OpConstant %i32 4\n"
          "%large = OpConstant %i32 100000\n"
          "%long = OpConstant %i64 4\n%long3 = OpConstant %i64 3\n"
          "%sizes = OpTypeArray %i64 %long3\n%pair = OpTypeStruct %i32 %i32\n"
          "%range = OpTypeStruct %i32 %sizes %sizes %sizes\n"
          "%noRange = OpConstantNull %range\n%noPair = OpConstantNull %pair\n"
          "%noSizes = OpConstantNull %sizes\n"
          "%queue = OpTypeQueue\n%event = OpTypeDeviceEvent\n"
          "%events = OpTypePointer Generic %event\n%noEvents = OpConstantNull %events\n"
          "%bytes = OpTypePointer Generic %i8\n"
          "%noBytes = OpConstantNull %bytes\n%local = OpTypePointer Workgroup %i8\n"
          "%blockType = OpTypeFunction %void %bytes %local\n"
          "%otherType = OpTypeFunction %void %i32\n"
          "%kernelType = OpTypeFunction %void %queue\n",
      .functions =
          "%block = OpFunction %void None %blockType\n%b1 = OpFunctionParameter %bytes\n"
          "%b2 = OpFunctionParameter %local\n%be = OpLabel\nOpReturn\nOpFunctionEnd\n"
          "%other = OpFunction %void None %otherType\n%o1 = OpFunctionParameter %i32\n"
          "%oe = OpLabel\nOpReturn\nOpFunctionEnd\n"
          "%g = OpFunction %void None %kernelType\n%q = OpFunctionParameter %queue\n"
          "%ge = OpLabel\n" +
          body + "OpReturn\nOpFunctionEnd\n",
      .entryPoints = "OpEntryPoint Kernel %k \"k\"\nOpEntryPoint Kernel %g \"g\"\n" + entryPoints};
}

std::string reasonOfQueues(const std::string& body) { return reasonOf(withQueue(body)); }

std::string enqueue(const std::string& operands) {
  return "%r = OpEnqueueKernel %i32 " + operands + "\n";
}

TEST(DeviceQueueInstructions, AreAdmitted) {
  for (const std::string& body : {
           enqueue("%q %two %noRange %zero %noEvents %noEvents %block %noBytes %four %four %four"),
           enqueue("%q %two %noRange %zero %noEvents %noEvents %block %noBytes %four %four %long"),
           std::string("%r = OpEnqueueMarker %i32 %q %zero %noEvents %noEvents\n"),
           std::string("%e = OpCreateUserEvent %event\n%v = OpIsValidEvent %bool %e\n"
                       "OpRetainEvent %e\nOpReleaseEvent %e\nOpSetUserEventStatus %e %zero\n"
                       "OpCaptureEventProfilingInfo %e %zero %noBytes\n"),
           std::string("%d = OpGetDefaultQueue %queue\n"),
           std::string("%n = OpBuildNDRange %range %long %long %long\n"
                       "%m = OpBuildNDRange %range %noSizes %noSizes %noSizes\n"),
           std::string("%r = OpGetKernelWorkGroupSize %i32 %block %noBytes %four %four\n"),
           std::string("%r = OpGetKernelNDrangeSubGroupCount %i32 %noRange %block %noBytes %four "
                       "%four\n"),
       })
    EXPECT_EQ(reasonOfQueues(body), "admitted") << body;
}

TEST(DeviceQueueInstructions, WithWrongOperandsAreRefused) {
  const struct {
    std::string body;
    const char* reason;
  } cases[] = {
      {enqueue("%two %two %noRange %zero %noEvents %noEvents %block %noBytes %four %four %four"),
       "is not a queue"},
      {enqueue("%q %long %noRange %zero %noEvents %noEvents %block %noBytes %four %four %four"),
       "is not an integer of 32 bits"},
      {enqueue("%q %two %noPair %zero %noEvents %noEvents %block %noBytes %four %four %four"),
       "is not an ND-range"},
      {enqueue("%q %two %noRange %zero %two %noEvents %block %noBytes %four %four %four"),
       "is not a pointer to device events"},
      {enqueue("%q %two %noRange %zero %noEvents %noEvents %two %noBytes %four %four %four"),
       "is not a function"},
      {enqueue("%q %two %noRange %zero %noEvents %noEvents %other %noBytes %four %four"),
       "does not take a pointer to its data and pointers to local memory only"},
      {enqueue("%q %two %noRange %zero %noEvents %noEvents %block %two %four %four %four"),
       "is not a pointer"},
      {enqueue("%q %two %noRange %zero %noEvents %noEvents %block %noBytes %large %four %four"),
       "of the data is not a constant of up to 65536 bytes"},
      {enqueue("%q %two %noRange %zero %noEvents %noEvents %block %noBytes %four %three %four"),
       "of the data is not a constant power of two up to 128"},
      {enqueue("%q %two %noRange %zero %noEvents %noEvents %block %noBytes %four %four"),
       "sizes for 0 pointers to local memory, but the function has 1"},
      {enqueue("%q %two %noRange %zero %noEvents %noEvents %block %noBytes %four %four %q"),
       "is not a size"},
      {"%r = OpEnqueueKernel %i64 %q %two %noRange %zero %noEvents %noEvents %block %noBytes %four "
       "%four %four\n",
       "the result has the wrong type"},
      {"%r = OpEnqueueMarker %i32 %two %zero %noEvents %noEvents\n", "is not a queue"},
      {"%e = OpCreateUserEvent %queue\n", "the result has the wrong type"},
      {"%d = OpGetDefaultQueue %event\n", "the result has the wrong type"},
      {"OpRetainEvent %two\n", "is not a device event"},
      {"%v = OpIsValidEvent %i32 %two\n", "the result has the wrong type"},
      {"%e = OpCreateUserEvent %event\nOpSetUserEventStatus %e %long\n",
       "is not an integer of 32 bits"},
      {"%e = OpCreateUserEvent %event\nOpCaptureEventProfilingInfo %e %zero %two\n",
       "is not a pointer"},
      {"%n = OpBuildNDRange %pair %long %long %long\n", "the result is not an ND-range"},
      {"%n = OpBuildNDRange %range %long %noSizes %long\n",
       "is not as many sizes of 64 bits as the range has dimensions"},
      {"%n = OpBuildNDRange %range %two %two %two\n",
       "is not as many sizes of 64 bits as the range has dimensions"},
      {"%r = OpGetKernelWorkGroupSize %i32 %other %noBytes %four %four\n",
       "does not take a pointer to its data"},
      {"%r = OpGetKernelNDrangeMaxSubGroupSize %i32 %noPair %block %noBytes %four %four\n",
       "is not an ND-range"},
  };
  for (const auto& [body, reason] : cases) {
    const std::string actual = reasonOfQueues(body);
    EXPECT_NE(actual.find(reason), actual.npos) << body << actual;
  }
}

// The kernels were refused because of an argument that no host can pass.
TEST(DeviceQueueBlocks, AreNoKernelsOfTheHost) {
  const auto admitted = admitText(
      withQueue(
          enqueue("%q %two %noRange %zero %noEvents %noEvents %block %noBytes %four %four %four"),
          "OpEntryPoint Kernel %block \"block\"\n")
          .text());
  ASSERT_TRUE(admitted) << admitted.error();
  ASSERT_EQ(admitted->kernels.size(), 2u);
  EXPECT_EQ(admitted->kernels[1].name, "g");
  ASSERT_EQ(admitted->kernels[1].arguments.size(), 1u);
  EXPECT_EQ(admitted->kernels[1].arguments[0].kind, ArgumentKind::Queue);
  EXPECT_EQ(admitted->kernels[1].arguments[0].typeName, "queue_t");
}

// What enqueues the block went with the function that no kernel calls, or with the other kernels;
// the entry point stayed, and the build failed.
TEST(DeviceQueueBlocks, OfUnreachableFunctionsAreNoKernelsEither) {
  KernelText text = withQueue(
      enqueue("%q %two %noRange %zero %noEvents %noEvents %block %noBytes %four %four %four"),
      "OpEntryPoint Kernel %block \"block\"\n");
  CompileRequest request;
  for (const char* kernel : {"k", "block"}) {
    request.kinds = {{}};
    request.kinds[0].kernel = kernel;
    const auto admitted = admitText(text.text(), request);
    ASSERT_TRUE(admitted) << kernel << ": " << admitted.error();
    for (const KernelMetadata& found : admitted->kernels) EXPECT_NE(found.name, "block");
  }
}

}  // namespace
}  // namespace lanewise::test
