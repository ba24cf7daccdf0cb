// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sections 4 to 6 of the OpenCL SPIR-V environment specification forbid, as in
// forbidden_test.cpp, and SPIR-V's rule for the access qualifiers of images.
#include "tests/spirv/forbidden.h"

#include <string_view>

namespace lanewise::test {
namespace {

TEST(Forbidden, Section4Models) {
  const auto models = [](const char* text) {
    return diagnosticOf(
        "OpCapability Addresses\nOpCapability Kernel\nOpCapability Linkage\nOpMemoryModel " +
        std::string(text) + "\n");
  };
  EXPECT_EQ(models("Physical64 OpenCL"), kAdmitted);
  for (const char* wrong : {"Physical32 OpenCL", "Logical OpenCL", "Physical64 Simple"})
    EXPECT_NE(models(wrong), kAdmitted) << wrong;
  check({"4",
         "an entry point of shaders",
         {.entryPoints = "OpEntryPoint GLCompute %k \"k\"\n"},
         "execution model GLCompute"});
}

TEST(Forbidden, Section4TypesOfImages) {
  const auto image = [](const std::string& text) {
    return types("%t = OpTypeImage " + text + "\n", "OpCapability ImageBasic\n");
  };
  checkAll({
      {"4", "an image of numbers", image("%f32 2D 0 0 0 0 Unknown ReadOnly"), "is not void"},
      {"4", "Sampled of 1", image("%void 2D 0 0 0 1 Unknown ReadOnly"), "'Sampled'"},
      {"4", "Sampled of 2", image("%void 2D 0 0 0 2 Unknown ReadOnly"), "'Sampled'"},
      {"4", "several samples", image("%void 2D 0 0 1 0 Unknown ReadOnly"), "multi-sampled"},
      {"4", "a format", image("%void 2D 0 0 0 0 Rgba32f ReadOnly"), "not Unknown"},
      {"4", "no access qualifier", image("%void 2D 0 0 0 0 Unknown"),
       "OpTypeImage %13: an image type has no access qualifier, which OpenCL requires"},
  });
}

/// A kernel with an image `x`, and what it does with it.
KernelText image(const std::string& access, const std::string& body) {
  return argument(
      "%image",
      "%image = OpTypeImage %void 2D 0 0 0 0 Unknown " + access +
          "\n%at2 = OpTypeVector %i32 2\n%at = OpConstantNull %at2\n%v4 = OpTypeVector %f32 4\n"
          "%v = OpConstantNull %v4\n%half = OpConstant %f32 0.5\n%dx = OpTypeVector %f32 2\n"
          "%d = OpConstantNull %dx\n%sampler = OpTypeSampler\n"
          "%s = OpConstantSampler %sampler None 0 Nearest\n%both = OpTypeSampledImage %image\n",
      "OpCapability ImageBasic\nOpCapability ImageReadWrite\nOpCapability LiteralSampler\n"
      "OpCapability ImageMipmap\n",
      body);
}

TEST(Forbidden, ImagesAgainstTheirQualifier) {
  const std::string read = "%r = OpImageRead %v4 %x %at\n", write = "OpImageWrite %x %at %v\n";
  const std::string sample =
      "%both1 = OpSampledImage %both %x %s\n"
      "%r = OpImageSampleExplicitLod %v4 %both1 %d Lod %half\n";
  checkAll({
      {"SPIR-V", "a read of a WriteOnly image", image("WriteOnly", read),
       "OpImageRead %30: the image %28 is WriteOnly, and is read"},
      {"SPIR-V", "a read with a sampler of a WriteOnly image", image("WriteOnly", sample),
       "is WriteOnly, and is read"},
      {"SPIR-V", "a write of a ReadOnly image", image("ReadOnly", write),
       "OpImageWrite: the image %28 is ReadOnly, and is written"},
      {"SPIR-V", "a query of a WriteOnly image",
       image("WriteOnly", "%r = OpImageQuerySizeLod %at2 %x %zero\n"), kAdmitted},
      {"SPIR-V", "a read of a ReadOnly image", image("ReadOnly", read + sample), kRefused},
      {"SPIR-V", "a read of a ReadOnly image", image("ReadOnly", read), kAdmitted},
      {"SPIR-V", "a read with a sampler of a ReadOnly image", image("ReadOnly", sample), kAdmitted},
      {"SPIR-V", "a write of a WriteOnly image", image("WriteOnly", write), kAdmitted},
      {"SPIR-V", "a read and a write of a ReadWrite image", image("ReadWrite", read + write),
       kAdmitted},
  });
}

TEST(Forbidden, Section4ImageOperands) {
  const auto read = [](const std::string& operands) {
    return image("ReadOnly", "%r = OpImageRead %v4 %x %at " + operands + "\n");
  };
  const auto write = [](const std::string& operands) {
    return image("WriteOnly", "OpImageWrite %x %at %v " + operands + "\n");
  };
  const auto sample = [](const std::string& operands) {
    return image("ReadOnly",
                 "%both1 = OpSampledImage %both %x %s\n"
                 "%r = OpImageSampleExplicitLod %v4 %both1 %d " +
                     operands + "\n");
  };
  checkAll({
      {"4", "a write with ConstOffset", write("ConstOffset %at"), kRefused},
      {"4", "a write with Sample", write("Sample %zero"), kRefused},
      {"4", "a read with ConstOffset", read("ConstOffset %at"), kRefused},
      {"4", "a read with a sampler and ConstOffset", sample("Lod|ConstOffset %half %at"),
       "the image operand ConstOffset is not allowed by OpenCL"},
      {"4", "a read with a sampler and Bias", sample("Lod|Bias %half %half"), kRefused},
      {"4", "a read with a sampler and a level", sample("Lod %half"), kAdmitted},
      {"4", "a read with a sampler and derivatives", sample("Grad %d %d"), kAdmitted},
      {"5.2.9", "a read of a level", read("Lod %one"), kAdmitted},
      {"5.2.10", "a write of a level", write("Lod %one"), kAdmitted},
  });
}

/// Memory of `type` that the kernel's argument `x` points to.
KernelText atomic(const std::string& type, const std::string& body,
                  const std::string& capabilities = "", const std::string& storage = "") {
  return argument("%p",
                  "%i16 = OpTypeInt 16 0\n%s1 = OpConstant %i16 1\n%b1 = OpConstant %i8 1\n"
                  "%l1 = OpConstant %i64 1\n%two = OpConstant %i32 2\n%three = OpConstant %i32 3\n"
                  "%four = OpConstant %i32 4\n%five = OpConstant %i32 5\n%f1 = OpConstant %f32 1\n"
                  "%rel = OpConstant %i32 4\n%acq = OpConstant %i32 2\n%both = OpConstant %i32 6\n"
                  "%p = OpTypePointer " +
                      (storage.empty() ? "CrossWorkgroup" : storage) + " " + type + "\n",
                  "OpCapability Int16\n" + capabilities, body);
}

TEST(Forbidden, Section4Atomics) {
  const char kLong[] = "OpCapability Int64Atomics\n";
  checkAll({
      {"4", "an addition of 16 bits", atomic("%i16", "%r = OpAtomicIAdd %i16 %x %one %zero %s1\n"),
       ": the atomic is on an integer of 16 bits, and OpenCL requires 32 bits, or 64"},
      {"4", "a store of 8 bits", atomic("%i8", "OpAtomicStore %x %one %zero %b1\n"),
       "the atomic is on an integer of 8 bits"},
      {"4", "a load of 8 bits", atomic("%i8", "%r = OpAtomicLoad %i8 %x %one %zero\n"),
       "the atomic is on an integer of 8 bits"},
      {"4", "an exchange of 16 bits if equal",
       atomic("%i16", "%r = OpAtomicCompareExchange %i16 %x %one %zero %zero %s1 %s1\n"),
       "the atomic is on an integer of 16 bits"},
      {"4", "an addition of 32 bits", atomic("%i32", "%r = OpAtomicIAdd %i32 %x %one %zero %one\n"),
       kAdmitted},
      {"4", "an exchange of floats",
       atomic("%f32", "%r = OpAtomicExchange %f32 %x %one %zero %f1\n"), kAdmitted},
      {"5.2.8", "an addition of 64 bits without Int64Atomics",
       atomic("%i64", "%r = OpAtomicIAdd %i64 %x %one %zero %l1\n"), kRefused},
      {"5.2.8", "an addition of 64 bits",
       atomic("%i64", "%r = OpAtomicIAdd %i64 %x %one %zero %l1\n", kLong), kAdmitted},
      {"4", "a load from constant memory",
       atomic("%i32", "%r = OpAtomicLoad %i32 %x %one %zero\n", "", "UniformConstant"), kRefused},
      {"4", "a load from local memory",
       atomic("%i32", "%r = OpAtomicLoad %i32 %x %one %zero\n", "", "Workgroup"), kAdmitted},
      {"4", "the scope Invocation", atomic("%i32", "%r = OpAtomicIAdd %i32 %x %four %zero %one\n"),
       "the memory scope is Invocation, and OpenCL requires CrossDevice, Device, Workgroup or "
       "Subgroup"},
      {"4", "the scope QueueFamily", atomic("%i32", "%r = OpAtomicIAdd %i32 %x %five %zero %one\n"),
       kRefused},
      {"4", "the scope Subgroup", atomic("%i32", "%r = OpAtomicIAdd %i32 %x %three %zero %one\n"),
       kAdmitted},
      {"4", "two orders", atomic("%i32", "%r = OpAtomicIAdd %i32 %x %one %both %one\n"), kRefused},
  });
}

TEST(Forbidden, OrdersWithoutEffectAreAllowedWithARemark) {
  const auto remarks = [](const std::string& body) {
    const auto admitted = admitText(atomic("%i32", body).text());
    EXPECT_TRUE(admitted) << admitted.error();
    std::string all;
    for (const Diagnostic& remark : admitted->remarks) {
      EXPECT_EQ(remark.kind, DiagnosticKind::Remark);
      all += remark.module.instruction + ": " + remark.text + "\n";
    }
    return all;
  };
  EXPECT_EQ(remarks("%r = OpAtomicLoad %i32 %x %one %rel\n"),
            "OpAtomicLoad %32: the order Release has no effect on a load\n");
  EXPECT_EQ(remarks("OpAtomicStore %x %one %acq %one\n"),
            "OpAtomicStore: the order Acquire has no effect on a store\n");
  EXPECT_EQ(remarks("%r = OpAtomicLoad %i32 %x %one %acq\nOpAtomicStore %x %one %rel %one\n"), "");
}

TEST(Forbidden, Section4Scopes) {
  const std::string constants =
      "%two = OpConstant %i32 2\n%three = OpConstant %i32 3\n%four = OpConstant %i32 4\n"
      "%five = OpConstant %i32 5\n%six = OpConstant %i32 6\n%order = OpConstant %i32 272\n%mixed = OpConstant %i32 262\n";
  const auto barrier = [&](const std::string& operands) {
    return body("OpControlBarrier " + operands + "\n", constants);
  };
  const auto fence = [&](const std::string& operands) {
    return body("OpMemoryBarrier " + operands + "\n", constants);
  };
  const auto named = [&](const std::string& scope) {
    return body(
        "%b = OpNamedBarrierInitialize %named %one\nOpMemoryNamedBarrier %b " + scope + " %order\n",
        constants + "%named = OpTypeNamedBarrier\n", "OpCapability NamedBarrier\n");
  };
  const auto copy = [&](const std::string& copies, const std::string& waits) {
    return body(
        "%event1 = OpVariable %events Function\n"
        "%e = OpGroupAsyncCopy %event " +
            copies +
            " %l %data %l1 %l1 %none\n"
            "OpStore %event1 %e\nOpGroupWaitEvents " +
            waits + " %one %event1\n",
        constants +
            "%event = OpTypeEvent\n%events = OpTypePointer Function %event\n"
            "%none = OpConstantNull %event\n%l1 = OpConstant %i64 1\n"
            "%local = OpTypePointer Workgroup %i32\n%l = OpVariable %local Workgroup\n");
  };
  const auto group = [&](const std::string& scope) {
    return body("%r = OpGroupIAdd %i32 " + scope + " Reduce %one\n", constants,
                "OpCapability Groups\n");
  };
  checkAll({
      {"4", "a barrier of an invocation", barrier("%four %two %order"),
       "OpControlBarrier: the execution scope is Invocation, and OpenCL requires Workgroup or "
       "Subgroup"},
      {"4", "a barrier of the device", barrier("%one %two %order"),
       "the execution scope is Device"},
      {"4", "a barrier of all devices", barrier("%zero %two %order"),
       "the execution scope is CrossDevice"},
      {"4", "a barrier with the memory of a queue family", barrier("%two %five %order"), kRefused},
      {"4", "a barrier with the memory of a shader call", barrier("%two %six %order"),
       "the memory scope is ShaderCallKHR, and OpenCL requires CrossDevice, Device, Workgroup, "
       "Subgroup or Invocation"},
      {"4", "a barrier of two orders", barrier("%two %two %mixed"), kRefused},
      {"4", "a barrier of a sub-group", barrier("%three %two %order"), kAdmitted},
      {"4", "a barrier with the memory of an invocation", barrier("%two %four %order"), kAdmitted},
      {"4", "a fence of a queue family", fence("%five %order"), kRefused},
      {"4", "a fence of a shader call", fence("%six %order"),
       "OpMemoryBarrier: the memory scope is ShaderCallKHR"},
      {"4", "a named barrier with the memory of a shader call", named("%six"),
       "OpMemoryNamedBarrier: the memory scope is ShaderCallKHR"},
      {"4", "a named barrier with the memory of a work-group", named("%two"), kAdmitted},
      {"4", "a fence of two orders", fence("%one %mixed"), kRefused},
      {"4", "a fence of all devices", fence("%zero %order"), kAdmitted},
      {"4", "a fence of an invocation", fence("%four %order"), kAdmitted},
      {"4", "a copy of a sub-group", copy("%three", "%two"),
       "the execution scope is Subgroup, and OpenCL requires Workgroup"},
      {"4", "a copy of the device", copy("%one", "%two"), "the execution scope is Device"},
      {"4", "a wait of a sub-group", copy("%two", "%three"),
       "OpGroupWaitEvents: the execution scope is Subgroup, and OpenCL requires Workgroup"},
      {"4", "a copy and a wait of a work-group", copy("%two", "%two"), kAdmitted},
      {"4", "a sum of the device", group("%one"), "neither the work-group nor the sub-group"},
      {"4", "a sum of a work-group", group("%two"), kAdmitted},
  });
}

// The operand is the default of a specialization constant, or a value that the application gives.
TEST(Forbidden, Section4ScopesThatAreSpecialized) {
  const std::string types =
      "%scope = OpSpecConstant %i32 2\n%two = OpConstant %i32 2\n%order = OpConstant %i32 272\n";
  KernelText kernel = body("OpControlBarrier %scope %two %order\n", types);
  kernel.declarations = "OpDecorate %scope SpecId 1\n";
  CompileRequest request;
  request.modules.push_back(assemble(kernel.text()));
  EXPECT_TRUE(admitRequest(request));
  request.specializationConstants.push_back({.id = 1, .bytes = {4, 0, 0, 0}});
  const auto admitted = admitRequest(request);
  ASSERT_FALSE(admitted);
  EXPECT_NE(admitted.error().find("the execution scope is Invocation"), std::string::npos)
      << admitted.error();
}

TEST(Forbidden, Section4Recursion) {
  const std::string function =
      "%f = OpFunction %void None %type\n%fp = OpFunctionParameter %pointer\n%fe = OpLabel\n"
      "%fc = OpFunctionCall %void %f %fp\nOpReturn\nOpFunctionEnd\n";
  check({"4",
         "recursion",
         {.body = "%c = OpFunctionCall %void %f %data\n", .functions = function},
         "recursion"});
}

TEST(Forbidden, Section5ValuesOfGroups) {
  std::string all =
      "OpCapability Groups\nOpCapability SubgroupDispatch\nOpCapability Float64\n"
      "OpCapability GroupUniformArithmeticKHR\n";
  for (const char* name :
       {"", "Vote", "Ballot", "Arithmetic", "Shuffle", "ShuffleRelative", "Clustered", "RotateKHR"})
    all += std::string("OpCapability GroupNonUniform") + name + "\n";
  all +=
      "OpExtension \"SPV_KHR_uniform_group_instructions\"\n"
      "OpExtension \"SPV_KHR_subgroup_rotate\"\n";
  const std::string types =
      "%two = OpConstant %i32 2\n%three = OpConstant %i32 3\n%truth = OpConstantTrue %bool\n"
      "%v4 = OpTypeVector %i32 4\n%v = OpConstantNull %v4\n%b = OpConstant %i8 1\n"
      "%v4f = OpTypeVector %f32 4\n%f = OpConstant %f32 1\n%l = OpConstant %i64 1\n";
  const auto value = [&](const std::string& text) {
    return body("%r = Op" + text + "\n", types, all);
  };
  const char kScalar[] = "is not an integer or a floating-point number";
  checkAll({
      {"5.2.14", "a broadcast of a bool", value("GroupBroadcast %bool %three %truth %zero"),
       "is not a number or a vector of numbers"},
      {"5.2.14", "a sum of vectors", value("GroupIAdd %v4 %three Reduce %v"), "is not an integer"},
      {"5.2.14", "a broadcast of a vector", value("GroupBroadcast %v4 %three %v %zero"), kAdmitted},
      {"5.2.14", "a sum of bytes", value("GroupIAdd %i8 %three Reduce %b"), kAdmitted},
      {"5.2.15", "equal vectors", value("GroupNonUniformAllEqual %bool %three %v"), kScalar},
      {"5.2.15", "equal bools", value("GroupNonUniformAllEqual %bool %three %truth"), kScalar},
      {"5.2.15", "equal numbers", value("GroupNonUniformAllEqual %bool %three %f"), kAdmitted},
      {"5.2.16", "a broadcast of a bool",
       value("GroupNonUniformBroadcast %bool %three %truth %zero"),
       "is not a number or a vector of numbers"},
      {"5.2.16", "a broadcast of a vector", value("GroupNonUniformBroadcast %v4 %three %v %zero"),
       kAdmitted},
      {"5.2.16", "a first vector", value("GroupNonUniformBroadcastFirst %v4 %three %v"), kScalar},
      {"5.2.16", "a first number", value("GroupNonUniformBroadcastFirst %i8 %three %b"), kAdmitted},
      {"5.2.16", "a ballot of two integers", value("GroupNonUniformBallot %i32 %three %truth"),
       kRefused},
      {"5.2.16", "a count of bits of an integer",
       value("GroupNonUniformBallotBitCount %i32 %three Reduce %one"), kRefused},
      {"5.2.17", "a logical and of integers",
       value("GroupNonUniformLogicalAnd %i32 %three Reduce %one"), kRefused},
      {"5.2.17", "a sum of vectors", value("GroupNonUniformIAdd %v4 %three Reduce %v"),
       "is not an integer"},
      {"5.2.17", "a sum with a cluster size",
       value("GroupNonUniformIAdd %i32 %three Reduce %one %two"), kRefused},
      {"5.2.17", "a sum", value("GroupNonUniformIAdd %i8 %three Reduce %b"), kAdmitted},
      {"5.2.18", "a shuffled vector", value("GroupNonUniformShuffle %v4 %three %v %zero"), kScalar},
      {"5.2.18", "a shuffled bool", value("GroupNonUniformShuffleXor %bool %three %truth %zero"),
       kScalar},
      {"5.2.18", "a shuffled number", value("GroupNonUniformShuffle %f32 %three %f %zero"),
       kAdmitted},
      {"5.2.19", "a vector of the next", value("GroupNonUniformShuffleDown %v4 %three %v %one"),
       kScalar},
      {"5.2.19", "a vector of the one before", value("GroupNonUniformShuffleUp %v4 %three %v %one"),
       kScalar},
      {"5.2.19", "a number of the next", value("GroupNonUniformShuffleDown %i64 %three %l %one"),
       kAdmitted},
      {"5.2.20", "a sum in clusters",
       value("GroupNonUniformIAdd %i32 %three ClusteredReduce %one %two"), kAdmitted},
      {"5.2.27", "a product of bytes", value("GroupIMulKHR %i8 %two Reduce %b"),
       "is an integer of 8 bits, and OpenCL requires 32 or 64"},
      {"5.2.27", "a product of vectors", value("GroupIMulKHR %v4 %two Reduce %v"),
       "is not an integer"},
      {"5.2.27", "a product in a sub-group", value("GroupIMulKHR %i32 %three Reduce %one"),
       "the scope is the sub-group, not the work-group"},
      {"5.2.27", "a logical and of integers", value("GroupLogicalAndKHR %i32 %two Reduce %one"),
       kRefused},
      {"5.2.27", "a product", value("GroupIMulKHR %i64 %two Reduce %l"), kAdmitted},
  });
}

TEST(Forbidden, Section5Extensions) {
  const auto wraps = [](const std::string& extension, const std::string& how = "NoSignedWrap") {
    KernelText kernel = body("%sum = OpIAdd %i32 %one %one\n", "", extension);
    kernel.declarations = "OpDecorate %sum " + how + "\n";
    return kernel;
  };
  const auto once = [](const std::string& extension) {
    return KernelText{.capabilities = "OpCapability Linkage\n" + extension,
                      .declarations = "OpDecorate %f LinkageAttributes \"f\" LinkOnceODR\n",
                      .body = "%c = OpFunctionCall %void %f %data\n",
                      .functions =
                          "%f = OpFunction %void None %type\n%x = OpFunctionParameter "
                          "%pointer\n%fe = OpLabel\nOpReturn\nOpFunctionEnd\n"};
  };
  const auto splitBarrier = [](const std::string& scopes, const std::string& arrive = "%release",
                               const std::string& wait = "%acquire",
                               const std::string& waitScopes = "%two %two") {
    return body("OpControlBarrierArriveINTEL " + scopes + " " + arrive + "\n" +
                    "OpControlBarrierWaitINTEL " + waitScopes + " " + wait + "\n",
                "%two = OpConstant %i32 2\n%three = OpConstant %i32 3\n%four = OpConstant %i32 4\n"
                "%release = OpConstant %i32 260\n%acquire = OpConstant %i32 258\n"
                "%relaxed = OpConstant %i32 256\n%both = OpConstant %i32 264\n",
                "OpCapability SplitBarrierINTEL\nOpExtension \"SPV_INTEL_split_barrier\"\n");
  };
  checkAll({
      {"5.2.13", "NoSignedWrap without its extension", wraps(""), kRefused, SPV_ENV_UNIVERSAL_1_3},
      {"5.2.13", "NoSignedWrap", wraps("OpExtension \"SPV_KHR_no_integer_wrap_decoration\"\n"),
       kAdmitted, SPV_ENV_UNIVERSAL_1_3},
      {"5.2.13", "NoUnsignedWrap without its extension", wraps("", "NoUnsignedWrap"), kRefused,
       SPV_ENV_UNIVERSAL_1_3},
      {"5.2.13", "NoUnsignedWrap",
       wraps("OpExtension \"SPV_KHR_no_integer_wrap_decoration\"\n", "NoUnsignedWrap"), kAdmitted,
       SPV_ENV_UNIVERSAL_1_3},
      {"5.2.22", "LinkOnceODR without its extension", once(""), kRefused},
      {"5.2.22", "LinkOnceODR", once("OpExtension \"SPV_KHR_linkonce_odr\"\n"), kAdmitted},
      {"5.2.23", "BitInstructions without its extension", body("%r = OpBitReverse %i32 %one\n", ""),
       kRefused},
      {"5.2.24", "DotProduct without its extension",
       body("%r = OpUDot %i32 %one %one PackedVectorFormat4x8Bit\n", ""), kRefused},
      {"5.1", "the name of an OpenCL extension", types("", "OpExtension \"cl_khr_fp16\"\n"),
       "SPIR-V extension 'cl_khr_fp16'"},
      {"5.2.25", "ExpectAssumeKHR without its extension",
       body("OpAssumeTrueKHR %truth\n", "%truth = OpConstantTrue %bool\n"), kRefused},
      {"5", "a split barrier without its extension", types("", "OpCapability SplitBarrierINTEL\n"),
       "SplitBarrierINTEL"},
      {"5", "a split barrier without its capability",
       body("OpControlBarrierArriveINTEL %two %two %release\n",
            "%two = OpConstant %i32 2\n%release = OpConstant %i32 260\n",
            "OpExtension \"SPV_INTEL_split_barrier\"\n"),
       kRefused},
      {"5", "a split barrier of an invocation", splitBarrier("%four %two"),
       "OpControlBarrierArriveINTEL: the execution scope is Invocation"},
      {"5", "a split barrier of a sub-group", splitBarrier("%three %two"),
       "OpControlBarrierArriveINTEL: the execution scope is Subgroup, and OpenCL requires Workgroup"},
      {"5", "an arrival with another order", splitBarrier("%two %two", "%acquire"),
       "OpControlBarrierArriveINTEL: the order is Acquire, and OpenCL requires Release"},
      {"5", "a wait with another order", splitBarrier("%two %two", "%release", "%release"),
       "OpControlBarrierWaitINTEL: the order is Release, and OpenCL requires Acquire"},
      {"5", "a relaxed arrival", splitBarrier("%two %two", "%relaxed"),
       "OpControlBarrierArriveINTEL: the order is Relaxed, and OpenCL requires Release"},
      {"5", "a wait of both orders", splitBarrier("%two %two", "%release", "%both"),
       "OpControlBarrierWaitINTEL: the order is AcquireRelease, and OpenCL requires Acquire"},
      {"5", "a wait of a sub-group",
       splitBarrier("%two %two", "%release", "%acquire", "%three %two"),
       "OpControlBarrierWaitINTEL: the execution scope is Subgroup, and OpenCL requires Workgroup"},
      {"5", "a split barrier", splitBarrier("%two %two"), kAdmitted},
      {"5", "a prefetch without its extension",
       types("", "OpCapability SubgroupBufferPrefetchINTEL\n"), "SubgroupBufferPrefetchINTEL"},
      {"5", "a prefetch without its capability",
       body("OpSubgroupBlockPrefetchINTEL %data %four\n", "%four = OpConstant %i32 4\n",
            "OpExtension \"SPV_INTEL_subgroup_buffer_prefetch\"\n"),
       kRefused},
      {"5.2.28", "a clock without its extension", types("", "OpCapability ShaderClockKHR\n"),
       "ShaderClockKHR"},
      {"5.2.28", "a clock without its capability",
       body("%t = OpReadClockKHR %i64 %one\n", "", "OpExtension \"SPV_KHR_shader_clock\"\n"),
       kRefused},
      {"5.2.28", "a clock",
       body("%t = OpReadClockKHR %i64 %one\n", "",
            "OpCapability ShaderClockKHR\nOpExtension \"SPV_KHR_shader_clock\"\n"),
       kAdmitted},
      {"5.2.7", "a multi-sampled image",
       types("%t = OpTypeImage %void 2D 0 0 1 0 Unknown ReadOnly\n", "OpCapability ImageBasic\n"),
       "multi-sampled"},
  });
}

TEST(Forbidden, Section6RoundingModes) {
  const std::string values =
      "%f1 = OpConstant %f32 1\n%f64 = OpTypeFloat 64\n%v2 = OpTypeVector %f32 2\n"
      "%v = OpConstantNull %v2\n";
  const auto rounded = [&](const std::string& instruction) {
    KernelText kernel = body("%r = " + instruction + "\n", values, "OpCapability Float64\n");
    kernel.declarations = "OpDecorate %r FPRoundingMode RTZ\n";
    return kernel;
  };
  for (const char* right :
       {"OpConvertFToU %i32 %f1", "OpConvertFToS %i32 %f1", "OpConvertSToF %f32 %one",
        "OpConvertUToF %f32 %one", "OpFConvert %f64 %f1"})
    check({"6.2", right, rounded(right), kAdmitted});
  for (const char* wrong :
       {"OpFAdd %f32 %f1 %f1", "OpFSub %f32 %f1 %f1", "OpFMul %f32 %f1 %f1", "OpFDiv %f32 %f1 %f1",
        "OpFRem %f32 %f1 %f1", "OpFNegate %f32 %f1", "OpVectorTimesScalar %v2 %v %f1",
        "OpDot %f32 %v %v", "OpUConvert %i64 %one", "OpSConvert %i64 %one", "OpBitcast %f32 %one",
        "OpExtInst %f32 %std sqrt %f1", "OpLoad %i32 %data"})
    check({"6.2", wrong, rounded(wrong),
           "FPRoundingMode is of conversions from or to floating point, not of the " +
               std::string(wrong, std::string_view(wrong).find(' '))});
}

TEST(Forbidden, Section6SaturatedConversions) {
  const std::string values =
      "%f1 = OpConstant %f32 1\n%l1 = OpConstant %i64 1\n%f64 = OpTypeFloat 64\n";
  const auto saturated = [&](const std::string& instruction) {
    KernelText kernel = body("%r = " + instruction + "\n", values, "OpCapability Float64\n");
    kernel.declarations = "OpDecorate %r SaturatedConversion\n";
    return kernel;
  };
  for (const char* right :
       {"OpConvertFToU %i32 %f1", "OpConvertFToS %i32 %f1", "OpUConvert %i32 %l1",
        "OpSConvert %i32 %l1", "OpSatConvertSToU %i32 %l1", "OpSatConvertUToS %i32 %l1"})
    check({"6.3", right, saturated(right), kAdmitted});
  for (const char* wrong :
       {"OpFAdd %f32 %f1 %f1", "OpIAdd %i32 %one %one", "OpIMul %i32 %one %one",
        "OpConvertSToF %f32 %one", "OpConvertUToF %f32 %one", "OpFConvert %f64 %f1",
        "OpBitcast %f32 %one", "OpLoad %i32 %data", "OpExtInst %i32 %std s_abs %one"})
    check({"6.3", wrong, saturated(wrong),
           "SaturatedConversion is of conversions to integers, not of the " +
               std::string(wrong, std::string_view(wrong).find(' '))});
}

TEST(Forbidden, RoundingAndSaturationOfMembers) {
  for (const char* decoration : {"FPRoundingMode RTZ", "SaturatedConversion"}) {
    KernelText kernel = types("%s = OpTypeStruct %i32\n");
    kernel.declarations = "OpMemberDecorate %s 0 " + std::string(decoration) + "\n";
    check({"6", decoration, kernel, kRefused});
  }
}

}  // namespace
}  // namespace lanewise::test
