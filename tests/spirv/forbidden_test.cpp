// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What sections 2 and 3 of the OpenCL SPIR-V environment specification forbid: one module for each
// rule, and beside it the nearest module that is allowed. Sections 4 to 6 are in
// forbidden_operations_test.cpp.
#include "tests/spirv/forbidden.h"

namespace lanewise::test {
namespace {

TEST(Forbidden, Section2TypesOfNumbers) {
  const char kVector16[] = "OpCapability Vector16\n";
  checkAll({
      {"2.5.1", "an integer of 24 bits", types("%t = OpTypeInt 24 0\n"), kRefused},
      {"2.5.1", "an integer with a sign", types("%t = OpTypeInt 64 1\n"), "signedness 1"},
      {"2.5.1", "a float of 24 bits", types("%t = OpTypeFloat 24\n"), kRefused},
      {"2.5.1", "a vector of 5", types("%t = OpTypeVector %i32 5\n", kVector16), kRefused},
      {"2.5.1", "a vector of 1", types("%t = OpTypeVector %i32 1\n", kVector16), kRefused},
      {"2.5.1", "a vector of 16", types("%t = OpTypeVector %i32 16\n", kVector16), kAdmitted},
      {"2.5.1", "a vector of bools", types("%t = OpTypeVector %bool 4\n"), kAdmitted},
      {"2.5.1", "a vector of pointers", types("%t = OpTypeVector %pointer 2\n"), kRefused},
  });
}

TEST(Forbidden, Section2TypesOfObjects) {
  const auto image = [](const std::string& text) {
    return types("%t = OpTypeImage %void " + text + " ReadOnly\n",
                 "OpCapability ImageBasic\nOpCapability Sampled1D\nOpCapability SampledBuffer\n");
  };
  checkAll({
      {"2.5.2", "a depth image of one dimension", image("1D 1 0 0 0 Unknown"), "no depth images"},
      {"2.5.2", "a depth image of three dimensions", image("3D 1 0 0 0 Unknown"),
       "no depth images"},
      {"2.5.2", "an array of images of three dimensions", image("3D 0 1 0 0 Unknown"),
       "no image arrays"},
      {"2.5.2", "an array of image buffers", image("Buffer 0 1 0 0 Unknown"), "no image arrays"},
      {"2.5.2", "a cube", image("Cube 0 0 0 0 Unknown"), "images of dimensionality Cube"},
      {"2.5.2", "an array of depth images", image("2D 1 1 0 0 Unknown"), kAdmitted},
      {"2.5.2", "an array of images of one dimension", image("1D 0 1 0 0 Unknown"), kAdmitted},
      {"2.5.2", "an image buffer", image("Buffer 0 0 0 0 Unknown"), kAdmitted},
      {"2.5.3", "a pipe", types("%t = OpTypePipe ReadOnly\n", "OpCapability Pipes\n"), kAdmitted},
      {"2.5.3", "a queue", types("%t = OpTypeQueue\n", "OpCapability DeviceEnqueue\n"), kAdmitted},
      {"2.5.3", "a device event", types("%t = OpTypeDeviceEvent\n", "OpCapability DeviceEnqueue\n"),
       kAdmitted},
      {"2.5.3", "a reservation", types("%t = OpTypeReserveId\n", "OpCapability Pipes\n"),
       kAdmitted},
  });
}

TEST(Forbidden, Section2Kernels) {
  KernelText returns;
  returns.types = "%gt = OpTypeFunction %i32\n";
  returns.functions =
      "%g = OpFunction %i32 None %gt\n%ge = OpLabel\nOpReturnValue %one\nOpFunctionEnd\n";
  returns.entryPoints += "OpEntryPoint Kernel %g \"g\"\n";
  const std::string image = "%image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly\n";
  const std::string images = "OpCapability ImageBasic\n";
  const std::string four = "%four = OpConstant %i32 4\n%array = OpTypeArray %i32 %four\n";
  const auto byValue = [](const std::string& members, const std::string& types) {
    return argument("%p",
                    types + "%s = OpTypeStruct " + members + "\n%p = OpTypePointer Function %s\n",
                    "", "", "OpDecorate %x FuncParamAttr ByVal\n");
  };
  checkAll({
      {"2.8.1", "a kernel with a result", returns, kRefused},
      {"2.8.2", "a bool", argument("%bool", ""), "the type OpTypeBool is not allowed"},
      {"2.8.2", "an array", argument("%array", four), "the type OpTypeArray is not allowed"},
      {"2.8.2", "a vector of bools", argument("%v", "%v = OpTypeVector %bool 2\n"),
       "argument 0 of kernel 'g': an OpTypeBool is not allowed in a kernel argument"},
      {"2.8.2", "a structure with a bool", argument("%s", "%s = OpTypeStruct %i32 %bool\n"),
       "argument 0 of kernel 'g': an OpTypeBool is not allowed in a kernel argument"},
      {"2.8.2", "a structure with a structure with a bool",
       argument("%s", "%t = OpTypeStruct %bool\n%s = OpTypeStruct %i32 %t\n"),
       "an OpTypeBool is not allowed"},
      {"2.8.2", "a structure with an array of bools",
       argument("%s",
                "%n = OpConstant %i32 4\n%t = OpTypeArray %bool %n\n"
                "%s = OpTypeStruct %i32 %t\n"),
       "an OpTypeBool is not allowed"},
      {"2.8.2", "a structure with an image",
       argument("%s", image + "%s = OpTypeStruct %i32 %image\n", images),
       "an OpTypeImage is not allowed in a kernel argument"},
      {"2.8.2", "a structure with a sampler",
       argument("%s", "%sampler = OpTypeSampler\n%s = OpTypeStruct %i32 %sampler\n"),
       "an OpTypeSampler is not allowed"},
      {"2.8.2", "a structure with an event",
       argument("%s", "%event = OpTypeEvent\n%s = OpTypeStruct %i32 %event\n"),
       "an OpTypeEvent is not allowed"},
      {"2.8.2", "a structure with a bool, by value", byValue("%i32 %bool", ""),
       "an OpTypeBool is not allowed"},
      {"2.8.2", "a structure with an array, by value", byValue("%i32 %array", four), kAdmitted},
      {"2.8.2", "a structure of numbers and pointers",
       argument("%s",
                "%v = OpTypeVector %f32 4\n%t = OpTypeStruct %i32 %v\n"
                "%s = OpTypeStruct %pointer %t\n"),
       kAdmitted},
      {"2.8.2", "an event", argument("%event", "%event = OpTypeEvent\n"),
       "the type OpTypeEvent is not allowed"},
      {"2.8.2", "an image with a sampler",
       argument("%both", image + "%both = OpTypeSampledImage %image\n", images),
       "the type OpTypeSampledImage is not allowed"},
      {"2.8.2", "an image and a sampler", argument("%image", image, images), kAdmitted},
      {"2.8.2", "a pointer to private memory", argument("%p", "%p = OpTypePointer Function %i32\n"),
       "private memory"},
      {"2.8.2", "a generic pointer",
       argument("%p", "%p = OpTypePointer Generic %i32\n", "OpCapability GenericPointer\n"),
       "a pointer of storage class Generic is not an argument"},
      {"2.8.2", "a pointer to local memory", argument("%p", "%p = OpTypePointer Workgroup %i32\n"),
       kAdmitted},
      {"2.8.2", "a pointer to constant memory",
       argument("%p", "%p = OpTypePointer UniformConstant %i32\n"), kAdmitted},
  });
}

struct BuiltIn {
  std::string name;
  int components, bits;
};

const std::vector<BuiltIn>& builtIns() {
  static const auto& all = *new std::vector<BuiltIn>{
#define BUILT_IN(name, components, bits) {#name, components, bits},
#include "compiler/admit/language.def"
  };
  return all;
}

KernelText builtIn(const std::string& name, const std::string& type,
                   const std::string& storage = "Input") {
  return {.capabilities =
              "OpCapability SubgroupDispatch\n" +
              std::string(name.ends_with("Mask") ? "OpCapability GroupNonUniformBallot\n" : ""),
          .declarations = "OpDecorate %id BuiltIn " + name + "\n",
          .types =
              "%v3i32 = OpTypeVector %i32 3\n%v3i64 = OpTypeVector %i64 3\n"
              "%v4i32 = OpTypeVector %i32 4\n%v4i64 = OpTypeVector %i64 4\n"
              "%in = OpTypePointer " +
              storage + " " + type + "\n%id = OpVariable %in " + storage + "\n"};
}

TEST(Forbidden, Section2BuiltInVariablesOfOtherTypes) {
  for (const BuiltIn& row : builtIns())
    for (const int components : {1, 3, 4})
      for (const int bits : {32, 64}) {
        const std::string integer = "i" + std::to_string(bits);
        const std::string type =
            components == 1 ? "%" + integer : "%v" + std::to_string(components) + integer;
        const bool isRight = components == row.components && bits == row.bits;
        check({"2.9", row.name + " as " + type, builtIn(row.name, type),
               isRight ? kAdmitted : "does not have the type of " + row.name});
      }
}

TEST(Forbidden, Section2BuiltInVariablesOfOtherStorageClasses) {
  checkAll({
      {"2.9", "in global memory", builtIn("WorkDim", "%i32", "CrossWorkgroup"),
       "is not a variable of storage class Input"},
      {"2.9", "in constant memory, SPIR-V 1.3", builtIn("WorkDim", "%i32", "UniformConstant"),
       "is not a variable of storage class Input", SPV_ENV_UNIVERSAL_1_3},
      // Older translators wrote them so, and the environments of their time allowed it.
      {"2.9", "in constant memory, SPIR-V 1.2", builtIn("WorkDim", "%i32", "UniformConstant"),
       kAdmitted, SPV_ENV_UNIVERSAL_1_2},
  });
}

TEST(Forbidden, Section3Capabilities) {
  const std::string image = "%t = OpTypeImage %void ";
  checkAll({
      {"3.1", "Int16 that is not declared", types("%t = OpTypeInt 16 0\n"), kRefused},
      {"3.1", "Float16 that is not declared", types("%t = OpTypeFloat 16\n"), kRefused},
      {"3.1", "Float16Buffer", types("%t = OpTypeFloat 16\n", "OpCapability Float16Buffer\n"),
       kAdmitted},
      {"3.1", "Float64 that is not declared", types("%t = OpTypeFloat 64\n"), kRefused},
      {"3.1", "Vector16 that is not declared", types("%t = OpTypeVector %i32 8\n"), kRefused},
      {"3.1", "GenericPointer that is not declared", types("%t = OpTypePointer Generic %i32\n"),
       kRefused},
      {"3.1", "ImageBasic that is not declared", types(image + "2D 0 0 0 0 Unknown ReadOnly\n"),
       kRefused},
      {"3.1", "Sampled1D that is not declared",
       types(image + "1D 0 0 0 0 Unknown ReadOnly\n", "OpCapability ImageBasic\n"), kRefused},
      {"3.1", "SampledBuffer that is not declared",
       types(image + "Buffer 0 0 0 0 Unknown ReadOnly\n", "OpCapability ImageBasic\n"), kRefused},
      {"3.1", "ImageReadWrite that is not declared",
       types(image + "2D 0 0 0 0 Unknown ReadWrite\n", "OpCapability ImageBasic\n"),
       "OpTypeImage %13: the access qualifier ReadWrite requires the capability ImageReadWrite"},
      {"3.1", "ImageReadWrite",
       types(image + "2D 0 0 0 0 Unknown ReadWrite\n",
             "OpCapability ImageBasic\nOpCapability ImageReadWrite\n"),
       kAdmitted},
      {"3.1", "LiteralSampler that is not declared",
       types("%s = OpTypeSampler\n%t = OpConstantSampler %s None 0 Nearest\n"), kRefused},
      {"3.1", "Groups that is not declared",
       body("%r = OpGroupIAdd %i32 %two Reduce %one\n", "%two = OpConstant %i32 2\n"), kRefused},
      {"3.1", "Pipes that is not declared", types("%t = OpTypePipe ReadOnly\n"), kRefused},
      {"3.1", "DeviceEnqueue", types("", "OpCapability DeviceEnqueue\n"), kAdmitted},
      {"3.1", "DeviceEnqueue that is not declared", types("%t = OpTypeQueue\n"), kRefused},
      {"3.2", "PipeStorage that is not declared",
       types("%t = OpTypePipeStorage\n", "OpCapability Pipes\n"), kRefused},
      {"3.2",
       "SubgroupDispatch that is not declared",
       {.declarations = "OpExecutionMode %k SubgroupSize 8\n"},
       kRefused},
      {"3", "Shader", types("", "OpCapability Shader\n"), "capability Shader"},
  });
}

}  // namespace
}  // namespace lanewise::test
