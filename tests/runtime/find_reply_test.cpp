// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which code of lanewise-cc in a program binary is taken: that of the same version, for the highest
// level that the CPU and LANEWISE_CPU allow.
#include "runtime/cache/find_reply.h"

#include "runtime/host/cpu.h"

#include <gtest/gtest.h>

namespace lanewise {
namespace {

CompileRequest request() {
  CompileRequest made;
  made.level = "native";
  made.cpu = "what this CPU has";
  return made;
}

StoredReply replyOf(const std::string& identity) {
  CompileReply reply;
  reply.outcome = Outcome::Ok;
  reply.code = {1, 2, 3};
  return {identity, reply};
}

std::vector<StoredReply> repliesForAllLevels() {
  std::vector<StoredReply> replies;
  for (const std::string& level : levelsUpTo("native"))
    replies.push_back(replyOf(portableIdentityOf(request(), level)));
  return replies;
}

TEST(PortableReply, IsThatOfTheHighestLevel) {
  const std::vector<StoredReply> replies = repliesForAllLevels();
  ASSERT_FALSE(replies.empty());
  EXPECT_EQ(findPortableReply(replies, request()), &replies.back().reply);
  EXPECT_EQ(findPortableReply(std::span(replies).first(1), request()), &replies.front().reply)
      << "a CPU runs code of lower levels";
}

TEST(PortableReply, IsNotAboveTheLevelOfTheRequest) {
  const std::vector<StoredReply> replies = repliesForAllLevels();
  CompileRequest lowest = request();
  lowest.level = levelsUpTo("native").front();
  EXPECT_EQ(findPortableReply(replies, lowest), &replies.front().reply);
  if (replies.size() > 1)
    EXPECT_EQ(findPortableReply(std::span(replies).subspan(1), lowest), nullptr);
}

TEST(PortableReply, IsNotForOtherProcessorsVersionsAndDevices) {
  const std::string level = levelsUpTo("native").front();
  const std::string identity = portableIdentityOf(request(), level);
  const auto isFound = [](const std::string& of) {
    return findPortableReply(std::vector{replyOf(of)}, request()) != nullptr;
  };
  EXPECT_TRUE(isFound(identity));
  EXPECT_FALSE(isFound(portableIdentityOf(request(), "another-level")));
  const size_t version = identity.find("version ");
  ASSERT_NE(version, identity.npos) << identity;
  EXPECT_FALSE(isFound(std::string(identity).insert(version + 8, "9")));
  CompileRequest limited = request();
  limited.device.without = {"cl_khr_fp64"};
  EXPECT_FALSE(isFound(portableIdentityOf(limited, level)));
  CompileRequest inLanes = request();
  inLanes.lanes = 4;
  EXPECT_FALSE(isFound(portableIdentityOf(inLanes, level)));
  EXPECT_FALSE(isFound(compilerIdentityOf(request(), "0123"))) << "of a compiler for this CPU";
}

TEST(PortableReply, DependsOnNothingElse) {
  CompileReply reply;
  reply.dependencies = {{DependencyKind::Library, "/not/there", "0123"}};
  EXPECT_TRUE(portable(reply).dependencies.empty());
}

}  // namespace
}  // namespace lanewise
