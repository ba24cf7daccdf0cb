// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks conditions up, compares codes and records what was seen. The table is read from the source
// folder (LANEWISE_CONDITIONS); records go to the build folder (LANEWISE_CONDITIONS_SEEN).
#include "tests/api/conditions/conditions.h"

#include <CL/cl_ext.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>

namespace lanewise::test {
namespace {

/// Every error code of the specification that a row may contain.
struct Code {
  const char* name;
  cl_int value;
};
#define CODE(name) {#name, name}
constexpr Code kCodes[] = {
    CODE(CL_DEVICE_NOT_FOUND),
    CODE(CL_DEVICE_NOT_AVAILABLE),
    CODE(CL_COMPILER_NOT_AVAILABLE),
    CODE(CL_MEM_OBJECT_ALLOCATION_FAILURE),
    CODE(CL_OUT_OF_RESOURCES),
    CODE(CL_OUT_OF_HOST_MEMORY),
    CODE(CL_PROFILING_INFO_NOT_AVAILABLE),
    CODE(CL_MEM_COPY_OVERLAP),
    CODE(CL_IMAGE_FORMAT_MISMATCH),
    CODE(CL_IMAGE_FORMAT_NOT_SUPPORTED),
    CODE(CL_BUILD_PROGRAM_FAILURE),
    CODE(CL_MAP_FAILURE),
    CODE(CL_MISALIGNED_SUB_BUFFER_OFFSET),
    CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
    CODE(CL_COMPILE_PROGRAM_FAILURE),
    CODE(CL_LINKER_NOT_AVAILABLE),
    CODE(CL_LINK_PROGRAM_FAILURE),
    CODE(CL_DEVICE_PARTITION_FAILED),
    CODE(CL_KERNEL_ARG_INFO_NOT_AVAILABLE),
    CODE(CL_INVALID_VALUE),
    CODE(CL_INVALID_DEVICE_TYPE),
    CODE(CL_INVALID_PLATFORM),
    CODE(CL_INVALID_DEVICE),
    CODE(CL_INVALID_CONTEXT),
    CODE(CL_INVALID_QUEUE_PROPERTIES),
    CODE(CL_INVALID_COMMAND_QUEUE),
    CODE(CL_INVALID_HOST_PTR),
    CODE(CL_INVALID_MEM_OBJECT),
    CODE(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR),
    CODE(CL_INVALID_IMAGE_SIZE),
    CODE(CL_INVALID_SAMPLER),
    CODE(CL_INVALID_BINARY),
    CODE(CL_INVALID_BUILD_OPTIONS),
    CODE(CL_INVALID_PROGRAM),
    CODE(CL_INVALID_PROGRAM_EXECUTABLE),
    CODE(CL_INVALID_KERNEL_NAME),
    CODE(CL_INVALID_KERNEL_DEFINITION),
    CODE(CL_INVALID_KERNEL),
    CODE(CL_INVALID_ARG_INDEX),
    CODE(CL_INVALID_ARG_VALUE),
    CODE(CL_INVALID_ARG_SIZE),
    CODE(CL_INVALID_KERNEL_ARGS),
    CODE(CL_INVALID_WORK_DIMENSION),
    CODE(CL_INVALID_WORK_GROUP_SIZE),
    CODE(CL_INVALID_WORK_ITEM_SIZE),
    CODE(CL_INVALID_GLOBAL_OFFSET),
    CODE(CL_INVALID_EVENT_WAIT_LIST),
    CODE(CL_INVALID_EVENT),
    CODE(CL_INVALID_OPERATION),
    CODE(CL_INVALID_BUFFER_SIZE),
    CODE(CL_INVALID_MIP_LEVEL),
    CODE(CL_INVALID_GLOBAL_WORK_SIZE),
    CODE(CL_INVALID_PROPERTY),
    CODE(CL_INVALID_IMAGE_DESCRIPTOR),
    CODE(CL_INVALID_COMPILER_OPTIONS),
    CODE(CL_INVALID_LINKER_OPTIONS),
    CODE(CL_INVALID_DEVICE_PARTITION_COUNT),
    CODE(CL_INVALID_PIPE_SIZE),
    CODE(CL_INVALID_DEVICE_QUEUE),
    CODE(CL_INVALID_SPEC_ID),
    CODE(CL_MAX_SIZE_RESTRICTION_EXCEEDED),
    CODE(CL_INVALID_COMMAND_BUFFER_KHR),
    CODE(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR),
    CODE(CL_INCOMPATIBLE_COMMAND_QUEUE_KHR),
    CODE(CL_INVALID_MUTABLE_COMMAND_KHR),
    CODE(CL_INVALID_SEMAPHORE_KHR),
};
#undef CODE

std::string codeName(cl_int code) {
  for (const auto& [name, value] : kCodes)
    if (value == code) return name;
  return std::to_string(code);
}

const std::set<std::string>& conditions() {
  static const auto* const all = [] {
    auto* const ids = new std::set<std::string>;
    std::ifstream rows(LANEWISE_CONDITIONS);
    for (std::string row; std::getline(rows, row);) {
      // command,code,key,needs
      if (!row.starts_with("cl")) continue;
      row.resize(row.rfind(','));
      for (char& c : row)
        if (c == ',') c = '/';
      ids->insert(row);
    }
    return ids;
  }();
  return *all;
}

void note(const std::string& id) {
  // Other processes cannot split one write of a line to a file opened for appending.
  const int file = open(LANEWISE_CONDITIONS_SEEN, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
  if (file < 0) return;
  const std::string line = id + "\n";
  [[maybe_unused]] const ssize_t written = write(file, line.data(), line.size());
  close(file);
}

}  // namespace

bool conditionExists(const std::string& id) { return conditions().contains(id); }

::testing::AssertionResult conditionHolds(const char*, const char* actualText,
                                          const std::string& id, cl_int actual) {
  if (!conditionExists(id))
    return ::testing::AssertionFailure() << id << " is no row of error_conditions.csv";
  const std::string name = id.substr(id.find('/') + 1, id.rfind('/') - id.find('/') - 1);
  const auto* const code = std::ranges::find(kCodes, name, &Code::name);
  if (code == std::end(kCodes))
    return ::testing::AssertionFailure() << name << " is no code that conditions.cpp knows";
  if (actual != code->value)
    return ::testing::AssertionFailure()
           << actualText << " is " << codeName(actual) << "; expected for " << id;
  note(id);
  return ::testing::AssertionSuccess();
}

void expectNamed(const std::string& command, const std::string& codeAndKey, cl_int actual) {
  const std::string id = command + "/" + codeAndKey;
  if (conditionExists(id))
    EXPECT_CONDITION(id, actual);
  else
    EXPECT_EQ(codeName(actual), codeAndKey.substr(0, codeAndKey.find('/'))) << id;
}

void expectNamed(const std::string& codeAndKey, cl_int actual) {
  const std::string suite =
      ::testing::UnitTest::GetInstance()->current_test_info()->test_suite_name();
  expectNamed(suite.substr(0, suite.rfind("Test")), codeAndKey, actual);
}

}  // namespace lanewise::test
