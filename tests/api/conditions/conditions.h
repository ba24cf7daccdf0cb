// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Error conditions of the specification, as tests name them: "command/code/key", a row of
// error_conditions.csv. A condition counts as tested once a test has seen the code in its id.
// count.py reads the file in which that is recorded.
#pragma once

#include <CL/cl.h>
#include <gtest/gtest.h>

#include <string>

namespace lanewise::test {

/// True if the specification states this condition.
bool conditionExists(const std::string& id);

/// Fails if `actual` is not the code in `id`, or if the condition does not exist.
::testing::AssertionResult conditionHolds(const char* idText, const char* actualText,
                                          const std::string& id, cl_int actual);

/// For tests that many commands share: `actual` is the code of "code/key", which counts as tested
/// if the specification states it for `command`.
void expectNamed(const std::string& command, const std::string& codeAndKey, cl_int actual);
/// The same for the command that the running suite is named after (<command>Test).
void expectNamed(const std::string& codeAndKey, cl_int actual);

}  // namespace lanewise::test

/// EXPECT_CONDITION("clCreateBuffer/CL_INVALID_BUFFER_SIZE/size-zero", error)
#define EXPECT_CONDITION(id, actual) \
  EXPECT_PRED_FORMAT2(::lanewise::test::conditionHolds, id, actual)
