// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tests/api/command_buffer_fixture.h"
#include "tests/api/conditions/conditions.h"

using namespace lanewise::test;

namespace {

/// cl_mutable_dispatch_config_khr with nothing to change.
struct Config {
  cl_mutable_command_khr command = nullptr;
  cl_uint num_args = 0, num_svm_args = 0, num_exec_infos = 0, work_dim = 0;
  const cl_mutable_dispatch_arg_khr* arg_list = nullptr;
  const cl_mutable_dispatch_arg_khr* arg_svm_list = nullptr;
  const cl_mutable_dispatch_exec_info_khr* exec_info_list = nullptr;
  const size_t* global_work_offset = nullptr;
  const size_t* global_work_size = nullptr;
  const size_t* local_work_size = nullptr;

  operator cl_mutable_dispatch_config_khr() const {
    return {command,        num_args,     num_svm_args,   num_exec_infos,     work_dim,
            arg_list,       arg_svm_list, exec_info_list, global_work_offset, global_work_size,
            local_work_size};
  }
};

}  // namespace

struct clUpdateMutableCommandsKHRTest : CommandBufferTest {
  cl_int call(cl_command_buffer_khr on, std::vector<const Config*> configs) {
    std::vector<cl_mutable_dispatch_config_khr> structs;
    for (const Config* config : configs) structs.push_back(*config);
    std::vector<const void*> pointers;
    for (const auto& one : structs) pointers.push_back(&one);
    const std::vector<cl_command_buffer_update_type_khr> types(
        configs.size(), CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR);
    return update(on, cl_uint(configs.size()), types.data(), pointers.data());
  }
  cl_int call(const Config& config) { return call(buffer, {&config}); }

  /// A launch of 16 work-items in groups of 8 that fills `memory` with 1.
  cl_mutable_command_khr record(cl_mutable_dispatch_fields_khr fields = 31) {
    const cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                    fields, 0};
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(
        launch({.buffer = buffer, .properties = properties, .handle = &handle}, filled, 16, &local),
        CL_SUCCESS);
    return handle;
  }
  std::vector<cl_int> run() {
    const cl_int zero = 0;
    EXPECT_EQ(clEnqueueFillBuffer(queue(), memory, &zero, 4, 0, 128, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(enqueue(buffer), CL_SUCCESS);
    return ints(memory);
  }
  static std::vector<cl_int> ones(size_t count, cl_int value = 1) {
    std::vector<cl_int> all(32);
    std::fill_n(all.begin(), count, value);
    return all;
  }

  decltype(clUpdateMutableCommandsKHR)* update = LW_EXTENSION(clUpdateMutableCommandsKHR);
  const size_t local = 8;
  CommandBuffer buffer = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  Buffer memory = makeBuffer(128);
  OwnedKernel filled = fill(memory, 1);
  const cl_int two = 2;
  const cl_mutable_dispatch_arg_khr valueTwo = {1, sizeof two, &two};
};

TEST_F(clUpdateMutableCommandsKHRTest, ChangesArgumentsForAllLaterEnqueues) {
  Config config{.command = record(), .num_args = 1, .arg_list = &valueTwo};
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(run(), ones(16, 1));
  ASSERT_EQ(call(config), CL_SUCCESS);
  EXPECT_EQ(run(), ones(16, 2));
  EXPECT_EQ(run(), ones(16, 2));
}

TEST_F(clUpdateMutableCommandsKHRTest, LeavesTheKernelAlone) {
  Config config{.command = record(), .num_args = 1, .arg_list = &valueTwo};
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(call(config), CL_SUCCESS);
  const size_t global = 16;
  ASSERT_EQ(
      clEnqueueNDRangeKernel(queue(), filled, 1, nullptr, &global, nullptr, 0, nullptr, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(ints(memory)[3], 1);
}

TEST_F(clUpdateMutableCommandsKHRTest, ChangesSizes) {
  const size_t global = 32, groups = 16, offset = 4;
  Config config{.command = record(),
                .global_work_offset = &offset,
                .global_work_size = &global,
                .local_work_size = &groups};
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(call(config), CL_SUCCESS);
  EXPECT_EQ(run(), ones(32));
  const auto info = LW_EXTENSION(clGetMutableCommandInfoKHR);
  const cl_mutable_command_khr command = config.command;
  EXPECT_EQ(infoOf<size_t>(info, command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), offset);
  EXPECT_EQ(infoOf<size_t>(info, command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), global);
  EXPECT_EQ(infoOf<size_t>(info, command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), groups);
}

TEST_F(clUpdateMutableCommandsKHRTest, AnEnqueuedRunKeepsWhatItWasEnqueuedWith) {
  Config config{.command = record(), .num_args = 1, .arg_list = &valueTwo};
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  Event gate = userEvent(context());
  ASSERT_EQ(LW_EXTENSION(clEnqueueCommandBufferKHR)(0, nullptr, buffer, 1, gate.array(), nullptr),
            CL_SUCCESS);
  ASSERT_EQ(call(config), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(ints(memory)[15], 1);
  EXPECT_EQ(run(), ones(16, 2));
}

TEST_F(clUpdateMutableCommandsKHRTest, SeveralConfigsOfOneLaunchFollowEachOther) {
  const cl_mutable_command_khr command = record();
  const size_t global = 24, more = 32;
  const Config first{
      .command = command, .num_args = 1, .arg_list = &valueTwo, .global_work_size = &global};
  const Config second{.command = command, .global_work_size = &more};
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(call(buffer, {&first, &second}), CL_SUCCESS);
  EXPECT_EQ(run(), ones(32, 2));
}

TEST_F(clUpdateMutableCommandsKHRTest, MissingArgumentsMakeItExecutable) {
  OwnedKernel bare = makeKernel("fill");
  const cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                  CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  Config config{.num_args = 1, .arg_list = &valueTwo};
  ASSERT_EQ(launch({.buffer = buffer, .properties = properties, .handle = &config.command}, bare,
                   16, &local),
            CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  ASSERT_EQ(call(config), CL_SUCCESS);
  EXPECT_EQ(state(buffer), cl_uint(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR)) << "one of two";
  const cl_mutable_dispatch_arg_khr out = {0, sizeof(cl_mem), memory.array()};
  config.arg_list = &out;
  ASSERT_EQ(call(config), CL_SUCCESS);
  EXPECT_EQ(state(buffer), cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  EXPECT_EQ(run(), ones(16, 2));
}

TEST_F(clUpdateMutableCommandsKHRTest, NoConfigsChangeNothing) {
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(update(buffer, 0, nullptr, nullptr), CL_SUCCESS);
}

TEST_F(clUpdateMutableCommandsKHRTest, OneWrongConfigUndoesAll) {
  const Config good{.command = record(), .num_args = 1, .arg_list = &valueTwo};
  const size_t zero = 0;
  const Config wrong{.command = record(), .local_work_size = &zero};
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_EQ(call(buffer, {&good, &wrong}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(run(), ones(16, 1));
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidCommandBuffer) {
  const Config config{.command = record()};
  for (cl_command_buffer_khr wrong :
       {cl_command_buffer_khr(), ofOtherType<cl_command_buffer_khr>(), released()})
    EXPECT_CONDITION(
        "clUpdateMutableCommandsKHR/CL_INVALID_COMMAND_BUFFER_KHR/command_buffer-invalid",
        call(wrong, {&config}));
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidOperationWhileRecording) {
  EXPECT_CONDITION("clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/not-finalized",
                   call({.command = record()}));
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidOperationForAnImmutableCommandBuffer) {
  buffer = make();
  const Config config{.command = record()};
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/"
      "command_buffer-not-created-command_buffer_mutable_khr-flag",
      call(config));
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidValueForTheListsOfConfigs) {
  const cl_mutable_dispatch_config_khr config = Config{.command = record()};
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  const cl_command_buffer_update_type_khr type = CL_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG_KHR;
  const cl_command_buffer_update_type_khr unknown = 7;
  const void* configs[] = {&config};
  const void* none[] = {nullptr};
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_VALUE/config_types-null-num_configs-0-config_types",
      update(buffer, 1, nullptr, configs))
      << "no types";
  EXPECT_CONDITION("clUpdateMutableCommandsKHR/CL_INVALID_VALUE/configs-null-num_configs-0-configs",
                   update(buffer, 1, &type, nullptr))
      << "no configs";
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_VALUE/config_types-null-num_configs-0-config_types",
      update(buffer, 0, &type, nullptr))
      << "types and no number";
  EXPECT_CONDITION("clUpdateMutableCommandsKHR/CL_INVALID_VALUE/configs-null-num_configs-0-configs",
                   update(buffer, 0, nullptr, configs))
      << "configs and no number";
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_VALUE/"
      "element-config_types-not-valid-command_buffer_update_type_khr",
      update(buffer, 1, &unknown, configs))
      << "an unknown type";
  EXPECT_CONDITION("clUpdateMutableCommandsKHR/CL_INVALID_VALUE/element-configs-null",
                   update(buffer, 1, &type, none))
      << "a null config";
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidMutableCommand) {
  CommandBuffer other = make(CL_COMMAND_BUFFER_MUTABLE_KHR);
  cl_mutable_command_khr foreign = nullptr;
  ASSERT_EQ(launch({.buffer = other, .handle = &foreign}, filled, 16, &local), CL_SUCCESS);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  for (cl_mutable_command_khr wrong :
       {cl_mutable_command_khr(), ofOtherType<cl_mutable_command_khr>(), foreign})
    EXPECT_CONDITION("clUpdateMutableCommandsKHR/CL_INVALID_MUTABLE_COMMAND_KHR/command-invalid",
                     call({.command = wrong}));
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidOperationForAChangeOfUniformity) {
  const Config even{.command = record()};
  const size_t uneven = 20;
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/"
      "local_work_size-global_work_size-result-change-work-group",
      call({.command = even.command, .global_work_size = &uneven}));
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidOperationForAnotherNumberOfDimensions) {
  const cl_mutable_command_khr command = record();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/work_dim-not-zero-different-work_dim",
      call({.command = command, .work_dim = 2}));
  EXPECT_EQ(call({.command = command, .work_dim = 1}), CL_SUCCESS);
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidOperationForFieldsThatWereNotRecordedAsChangeable) {
  const size_t sixteen = 16;
  const cl_mutable_dispatch_exec_info_khr info = {CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, &sixteen};
  const cl_mutable_command_khr command = record(0);
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/"
      "mutable_dispatch_global_offset_khr-property-not-command-recording",
      call({.command = command, .global_work_offset = &sixteen}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/"
      "mutable_dispatch_global_size_khr-property-not-command-recording",
      call({.command = command, .global_work_size = &sixteen}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/"
      "mutable_dispatch_local_size_khr-property-not-command-recording",
      call({.command = command, .local_work_size = &sixteen}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/"
      "mutable_dispatch_arguments_khr-property-not-command-recording",
      call({.command = command, .num_args = 1, .arg_list = &valueTwo}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/"
      "mutable_dispatch_arguments_khr-property-not-command-recording",
      call({.command = command, .num_svm_args = 1, .arg_svm_list = &valueTwo}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_OPERATION/"
      "mutable_dispatch_exec_info_khr-property-not-command-recording",
      call({.command = command, .num_exec_infos = 1, .exec_info_list = &info}));
}

TEST_F(clUpdateMutableCommandsKHRTest, InvalidValueForTheListsOfAConfig) {
  const cl_mutable_dispatch_exec_info_khr info = {CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, &two};
  const cl_mutable_command_khr command = record();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  EXPECT_CONDITION("clUpdateMutableCommandsKHR/CL_INVALID_VALUE/arg_list-null-num_args-0-arg_list",
                   call({.command = command, .num_args = 1}));
  EXPECT_CONDITION("clUpdateMutableCommandsKHR/CL_INVALID_VALUE/arg_list-null-num_args-0-arg_list",
                   call({.command = command, .arg_list = &valueTwo}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_VALUE/arg_svm_list-null-num_svm_args-0-arg_svm_list",
      call({.command = command, .num_svm_args = 1}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_VALUE/arg_svm_list-null-num_svm_args-0-arg_svm_list",
      call({.command = command, .arg_svm_list = &valueTwo}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_VALUE/"
      "exec_info_list-null-num_exec_infos-0-exec_info_list",
      call({.command = command, .num_exec_infos = 1}));
  EXPECT_CONDITION(
      "clUpdateMutableCommandsKHR/CL_INVALID_VALUE/"
      "exec_info_list-null-num_exec_infos-0-exec_info_list",
      call({.command = command, .exec_info_list = &info}));
}

TEST_F(clUpdateMutableCommandsKHRTest, TheErrorsOfClSetKernelArg) {
  const cl_mutable_command_khr command = record();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  const auto set = [&](const cl_mutable_dispatch_arg_khr& argument) {
    return call({.command = command, .num_args = 1, .arg_list = &argument});
  };
  EXPECT_EQ(set({2, sizeof two, &two}), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(set({1, 2, &two}), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set({1, sizeof two, nullptr}), CL_INVALID_ARG_VALUE);
  const cl_mem wrong = ofOtherType<cl_mem>();
  EXPECT_EQ(set({0, sizeof wrong, &wrong}), CL_INVALID_MEM_OBJECT);
}

TEST_F(clUpdateMutableCommandsKHRTest, TheErrorsOfClSetKernelExecInfo) {
  const cl_mutable_command_khr command = record();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  const cl_mutable_dispatch_exec_info_khr unknown = {0xabcd, sizeof two, &two};
  EXPECT_EQ(call({.command = command, .num_exec_infos = 1, .exec_info_list = &unknown}),
            CL_INVALID_VALUE);
}

TEST_F(clUpdateMutableCommandsKHRTest, TheErrorsOfClEnqueueNDRangeKernel) {
  const cl_mutable_command_khr command = record();
  ASSERT_EQ(finalize(buffer), CL_SUCCESS);
  const size_t far = ~size_t{0}, much = 1 << 20, zero = 0;
  EXPECT_EQ(call({.command = command, .global_work_offset = &far}), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(call({.command = command, .local_work_size = &zero}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(call({.command = command, .global_work_size = &much, .local_work_size = &much}),
            CL_INVALID_WORK_ITEM_SIZE);
}
