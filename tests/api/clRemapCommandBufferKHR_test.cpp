// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of command buffers for other queues. Random ones: tests/runtime/recording_queues_test.cpp.
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

struct clRemapCommandBufferKHRTest : CommandBufferTest {
  CommandBuffer call(cl_command_buffer_khr from, const std::vector<cl_command_queue>& queues,
                     cl_bool automatic = CL_FALSE,
                     const std::vector<cl_mutable_command_khr>& handles = {},
                     cl_mutable_command_khr* handlesRet = nullptr) {
    CommandBuffer made(remap(from, automatic, cl_uint(queues.size()),
                             queues.empty() ? nullptr : queues.data(), cl_uint(handles.size()),
                             handles.empty() ? nullptr : handles.data(), handlesRet, &code));
    EXPECT_EQ(made == nullptr, code != CL_SUCCESS);
    return made;
  }
  cl_int codeOf(cl_command_buffer_khr from, cl_uint count, const cl_command_queue* queues,
                cl_uint handleCount = 0, const cl_mutable_command_khr* handles = nullptr,
                cl_mutable_command_khr* handlesRet = nullptr, cl_bool automatic = CL_FALSE) {
    EXPECT_EQ(remap(from, automatic, count, queues, handleCount, handles, handlesRet, &code),
              nullptr);
    return code;
  }
  void expect(const char* codeAndKey, cl_int actual) {
    expectNamed("clRemapCommandBufferKHR", codeAndKey, actual);
  }

  decltype(clRemapCommandBufferKHR)* remap = LW_EXTENSION(clRemapCommandBufferKHR);
  cl_int code = CL_SUCCESS;
  Buffer memory = makeBuffer(64);
};

TEST_F(clRemapCommandBufferKHRTest, TheCopyHasTheSameStatePropertiesAndCommands) {
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  ASSERT_EQ(fillBuffer({.buffer = buffer}, memory, 5, 0, 64), CL_SUCCESS);
  Queue other = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  CommandBuffer early = call(buffer, {other});
  EXPECT_EQ(state(early), cl_uint(CL_COMMAND_BUFFER_STATE_RECORDING_KHR));
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  CommandBuffer late = call(buffer, {other});
  EXPECT_EQ(state(late), cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  const cl_command_buffer_khr handle = late;
  auto* info = LW_EXTENSION(clGetCommandBufferInfoKHR);
  EXPECT_EQ(arrayOf<cl_command_queue>(info, handle, CL_COMMAND_BUFFER_QUEUES_KHR),
            std::vector<cl_command_queue>{other});
  EXPECT_EQ(arrayOf<cl_command_buffer_properties_khr>(info, handle,
                                                      CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR),
            (std::vector<cl_command_buffer_properties_khr>{
                CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0}));
  // The copy in the recording state takes more commands.
  ASSERT_EQ(fillBuffer({.buffer = early}, memory, 6, 0, 4), CL_SUCCESS);
  ASSERT_EQ(finalize(early), CL_SUCCESS);
  ASSERT_EQ(enqueue(late), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[0], 5);
  ASSERT_EQ(enqueue(early), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[1], 5);
}

TEST_F(clRemapCommandBufferKHRTest, OrderOfAnInOrderQueueRemainsOnAnOutOfOrderQueue) {
  CommandBuffer buffer = make();
  for (cl_int value = 1; value <= 20; ++value)
    ASSERT_EQ(fillBuffer({.buffer = buffer}, memory, value, 0, 64), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  Queue other = makeQueue(context(), CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  CommandBuffer copy = call(buffer, {other});
  for (int round = 0; round < 50; ++round) {
    ASSERT_EQ(enqueue(copy), CL_SUCCESS);
    ASSERT_EQ(clFinish(other), CL_SUCCESS);
    ASSERT_EQ(ints(memory)[15], 20);
  }
}

TEST_F(clRemapCommandBufferKHRTest, HandlesOfTheCopyChangeTheCopyOnly) {
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  OwnedKernel plain = fill(memory, 9), filled = fill(memory, 1);
  cl_mutable_command_khr first = nullptr, second = nullptr;
  ASSERT_EQ(launch({.buffer = buffer}, plain, 16, nullptr), CL_SUCCESS);
  ASSERT_EQ(launch({.buffer = buffer, .handle = &first}, filled, 16, nullptr), CL_SUCCESS);
  ASSERT_EQ(launch({.buffer = buffer, .handle = &second}, filled, 4, nullptr), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  Queue other = makeQueue(context());
  cl_mutable_command_khr handles[1] = {};
  CommandBuffer copy = call(buffer, {other}, CL_FALSE, {second}, handles);
  ASSERT_EQ(code, CL_SUCCESS);
  EXPECT_NE(handles[0], second);
  auto* info = LW_EXTENSION(clGetMutableCommandInfoKHR);
  EXPECT_EQ(infoOf<cl_command_buffer_khr>(info, handles[0], CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR),
            cl_command_buffer_khr(copy));
  EXPECT_EQ(infoOf<cl_command_queue>(info, handles[0], CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR),
            cl_command_queue(other));
  EXPECT_EQ(arrayOf<size_t>(info, handles[0], CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR),
            std::vector<size_t>{4});
  const cl_int two = 2;
  const cl_mutable_dispatch_arg_khr argument{1, sizeof two, &two};
  const cl_mutable_dispatch_config_khr config{
      handles[0], 1, 0, 0, 0, &argument, nullptr, nullptr, nullptr, nullptr, nullptr};
  const cl_command_buffer_update_type_khr type = CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
  const void* configs[] = {&config};
  ASSERT_EQ(LW_EXTENSION(clUpdateMutableCommandsKHR)(copy, 1, &type, configs), CL_SUCCESS);
  ASSERT_EQ(enqueue(copy), CL_SUCCESS);
  ASSERT_EQ(clFinish(other), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[3], 2);
  EXPECT_EQ(ints(memory)[4], 1);
  ASSERT_EQ(enqueue(buffer), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[3], 1);
}

TEST_F(clRemapCommandBufferKHRTest, AutomaticallyFromTwoQueuesToThreeAndOne) {
  Queue second = makeQueue(context());
  CommandBuffer buffer = makeOn({queue(), second});
  cl_sync_point_khr before = 0;
  for (cl_int value = 1; value <= 16; ++value) {
    const bool isFirst = value == 1;
    RecordCall place{.buffer = buffer, .queue = value % 2 ? cl_command_queue(second) : queue()};
    if (!isFirst) place.count = 1, place.waits = &before;
    cl_sync_point_khr own = 0;
    place.point = &own;
    ASSERT_EQ(fillBuffer(place, memory, value, 0, 68 - 4 * size_t(value)), CL_SUCCESS);
    before = own;
  }
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  Queue third = makeQueue(context());
  for (const auto& queues : {std::vector<cl_command_queue>{queue(), second, third},
                             std::vector<cl_command_queue>{third}}) {
    const cl_int zero = 0;
    ASSERT_EQ(clEnqueueFillBuffer(queue(), memory, &zero, sizeof zero, 0, 64, 0, nullptr, nullptr),
              CL_SUCCESS);
    ASSERT_EQ(clFinish(queue()), CL_SUCCESS);
    CommandBuffer copy = call(buffer, queues, CL_TRUE);
    cl_event handle = nullptr;
    ASSERT_EQ(enqueue(copy, &handle), CL_SUCCESS);
    Event event(handle);
    ASSERT_EQ(clWaitForEvents(1, event.array()), CL_SUCCESS);
    for (size_t i = 0; i < 16; ++i) EXPECT_EQ(ints(memory)[i], cl_int(16 - i));
  }
}

TEST_F(clRemapCommandBufferKHRTest, InvalidProgramExecutableIfItIsNotBuiltForTheDevice) {
  if (!part()) GTEST_SKIP() << "a device of one compute unit";
  const cl_context both = contextOfTwo();
  const cl_device_id only = part();
  OwnedProgram program = makeProgramIn(both, "ok", "for the part");
  ASSERT_EQ(clBuildProgram(program, 1, &only, nullptr, nullptr, nullptr), CL_SUCCESS);
  OwnedKernel kernel(clCreateKernel(program, "fill", nullptr));
  Buffer shared(clCreateBuffer(both, CL_MEM_READ_WRITE, 64, nullptr, nullptr));
  const cl_int value = 4;
  clSetKernelArg(kernel, 0, sizeof(cl_mem), shared.array());
  clSetKernelArg(kernel, 1, sizeof value, &value);
  Queue whole = makeQueue(both);
  Queue ofPart(clCreateCommandQueueWithProperties(both, part(), nullptr, nullptr));
  CommandBuffer buffer = makeOn(cl_command_queue(ofPart));
  ASSERT_EQ(launch({.buffer = buffer}, kernel, 16, nullptr), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(codeOf(buffer, 1, whole.array()), CL_INVALID_PROGRAM_EXECUTABLE);
  EXPECT_EQ(codeOf(buffer, 1, whole.array(), 0, nullptr, nullptr, CL_TRUE),
            CL_INVALID_PROGRAM_EXECUTABLE);
  // Of two queues, the one whose device has the program.
  CommandBuffer copy = call(buffer, {whole, ofPart}, CL_TRUE);
  ASSERT_EQ(code, CL_SUCCESS);
  ASSERT_EQ(enqueue(copy), CL_SUCCESS);
  ASSERT_EQ(clFinish(ofPart), CL_SUCCESS);
}

TEST_F(clRemapCommandBufferKHRTest, InvalidCommandBuffer) {
  const cl_command_queue one = queue();
  for (cl_command_buffer_khr wrong :
       {cl_command_buffer_khr(), ofOtherType<cl_command_buffer_khr>(), released()})
    expect("CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid", codeOf(wrong, 1, &one));
}

TEST_F(clRemapCommandBufferKHRTest, InvalidValueForQueues) {
  CommandBuffer buffer = make();
  const cl_command_queue two[] = {queue(), queue()};
  expect("CL_INVALID_VALUE/num_queues-zero", codeOf(buffer, 0, two));
  expect("CL_INVALID_VALUE/queues-null", codeOf(buffer, 1, nullptr));
  expect("CL_INVALID_VALUE/automatic-false-num_queues-not-equal", codeOf(buffer, 2, two));
}

TEST_F(clRemapCommandBufferKHRTest, InvalidValueForHandles) {
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  CommandBuffer another = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  OwnedKernel filled = fill(memory, 1);
  cl_mutable_command_khr own = nullptr, foreign = nullptr, made = nullptr;
  ASSERT_EQ(launch({.buffer = buffer, .handle = &own}, filled, 16, nullptr), CL_SUCCESS);
  ASSERT_EQ(launch({.buffer = another, .handle = &foreign}, filled, 16, nullptr), CL_SUCCESS);
  const cl_command_queue one = queue();
  const char* const lists = "CL_INVALID_VALUE/handles-handles_ret-null-num_handles-0";
  expect(lists, codeOf(buffer, 1, &one, 1, nullptr, &made));
  expect(lists, codeOf(buffer, 1, &one, 1, &own, nullptr));
  expect(lists, codeOf(buffer, 1, &one, 0, &own, nullptr));
  expect(lists, codeOf(buffer, 1, &one, 0, nullptr, &made));
  for (cl_mutable_command_khr wrong :
       {foreign, cl_mutable_command_khr(), ofOtherType<cl_mutable_command_khr>()})
    expect("CL_INVALID_VALUE/handle-handles-not-valid-command",
           codeOf(buffer, 1, &one, 1, &wrong, &made));
  EXPECT_EQ(made, nullptr);
}

TEST_F(clRemapCommandBufferKHRTest, InvalidCommandQueue) {
  CommandBuffer buffer = make();
  for (cl_command_queue wrong :
       {cl_command_queue(), ofOtherType<cl_command_queue>(), releasedQueue()})
    expect("CL_INVALID_COMMAND_QUEUE/command-queue-queues-not-valid-command-queue",
           codeOf(buffer, 1, &wrong));
}

TEST_F(clRemapCommandBufferKHRTest, InvalidContext) {
  CommandBuffer buffer = make();
  const cl_command_queue foreign = otherQueue();
  expect("CL_INVALID_CONTEXT/command_buffer-command-queues-queues-do-not",
         codeOf(buffer, 1, &foreign));
}
