// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Diagnostics for a feature that the device lacks and the front end accepts: pipes in OpenCL C 2.0,
// where LANEWISE_DEVICE is without=__opencl_c_pipes. Device queues are missing, too.
#include "tests/frontend/source_fixture.h"

#include <cstdlib>

namespace lanewise::test {
namespace {

/// Must run before anything reads the environment.
const bool environmentIsSet =
    setenv("LANEWISE_DEVICE", "without=__opencl_c_pipes+__opencl_c_device_enqueue", 1) == 0;

struct UnsupportedFeatureTest : SourceProgramTest {
  std::string logOf(const std::string& source, const std::string& options = "") {
    Program program = make(source);
    build(program, options);
    return log(program);
  }
};

constexpr const char* kNote =
    "note: LANEWISE_DEVICE limits the device: without=__opencl_c_pipes+__opencl_c_device_enqueue\n";

constexpr const char* kPipeHelper =
    "int first(read_only pipe int p) {\n"
    "  int packet = 0; read_pipe(p, &packet); return packet;\n"
    "}\n";

// The diagnostic named a word of the module and no place in the source.
TEST_F(UnsupportedFeatureTest, UnsupportedFeatureIsReportedWithFunctionAndLine) {
  const std::string kernel =
      "kernel void k(read_only pipe int p, global int* o) {\n"
      "  *o = first(p);\n"
      "}\n";
  for (const char* options : {"-cl-std=CL2.0", "-cl-std=CL2.0 -cl-opt-disable"})
    EXPECT_EQ(
        logOf(kPipeHelper + kernel, options),
        "program.cl:1:5: error: unsupported: pipes (SPIR-V capability Pipes), in function 'first', used "
        "in kernel 'k'\n" +
            std::string(kNote))
        << options;
  const std::string log = logOf(kPipeHelper + kernel, "-cl-std=CL2.0 -g");
  EXPECT_TRUE(log.starts_with("program.cl:1:5: ")) << log;
  EXPECT_TRUE(log.contains("Pipes), in function 'first', used in kernel 'k'\n")) << log;
}

TEST_F(UnsupportedFeatureTest, LineOfAHeaderIsReported) {
  Program program = make(
      "#include \"helper.h\"\nkernel void k(read_only pipe int p, global int* o) { *o = first(p); }");
  Program header = make(std::string("\n\n") + kPipeHelper);
  const char* name = "helper.h";
  ASSERT_EQ(clCompileProgram(program, 0, nullptr, "-cl-std=CL2.0", 1, header.array(), &name,
                             nullptr, nullptr),
            CL_SUCCESS)
      << log(program);
  cl_int error = 1;
  cl_program input = program;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 1, &input, nullptr, nullptr, &error));
  EXPECT_EQ(error, CL_LINK_PROGRAM_FAILURE);
  EXPECT_TRUE(log(linked).starts_with("helper.h:3")) << log(linked);
}

// A helper function that no kernel called made the build fail.
TEST_F(UnsupportedFeatureTest, UnsupportedFeatureInAFunctionThatNoKernelCallsIsNoError) {
  for (const char* options :
       {"-cl-std=CL2.0", "-cl-std=CL2.0 -g", "-cl-std=CL2.0 -cl-opt-disable"}) {
    EXPECT_EQ(logOf(std::string(kPipeHelper) + "kernel void k(global int* o) { *o = 7; }", options),
              "")
        << options;
    EXPECT_EQ(
        run(built(std::string(kPipeHelper) + "kernel void k(global int* o) { *o = 7; }", options)),
        7);
  }
}

// The same function of a library is an error where a kernel of another module calls it.
TEST_F(UnsupportedFeatureTest, UnsupportedFeatureInALibraryIsAnErrorOnlyIfAKernelReachesIt) {
  const std::string text = std::string(kPipeHelper) + "int seven() { return 7; }\n";
  Program library = make(text);
  Program user = make("int seven(); kernel void k(global int* o) { *o = seven(); }");
  Program pipeUser = make(
      "int first(read_only pipe int);\n"
      "kernel void k(read_only pipe int p, global int* o) { *o = first(p); }");
  for (cl_program program : {cl_program(library), cl_program(user), cl_program(pipeUser)})
    ASSERT_EQ(clCompileProgram(program, 0, nullptr, "-cl-std=CL2.0", 0, nullptr, nullptr, nullptr,
                               nullptr),
              CL_SUCCESS)
        << log(program);
  const auto link = [&](cl_program other, cl_int& error) {
    const cl_program inputs[] = {other, library};
    return Program(clLinkProgram(context(), 0, nullptr, "", 2, inputs, nullptr, nullptr, &error));
  };
  cl_int error = 1;
  Program linked = link(user, error);
  ASSERT_EQ(error, CL_SUCCESS) << log(linked);
  EXPECT_EQ(run(linked), 7);
  Program broken = link(pipeUser, error);
  EXPECT_EQ(error, CL_LINK_PROGRAM_FAILURE);
  EXPECT_TRUE(log(broken).contains("error: unsupported: pipes (SPIR-V capability Pipes)"))
      << log(broken);
}

TEST_F(UnsupportedFeatureTest, PipesCannotBeMade) {
  EXPECT_EQ(infoOf<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_PIPE_SUPPORT), cl_bool(CL_FALSE));
  for (const cl_device_info limit : {CL_DEVICE_MAX_PIPE_ARGS, CL_DEVICE_PIPE_MAX_PACKET_SIZE,
                                     CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS})
    EXPECT_EQ(infoOf<cl_uint>(clGetDeviceInfo, device(), limit), 0u) << limit;
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreatePipe(context(), 0, 4, 8, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_OPERATION);
}

TEST_F(UnsupportedFeatureTest, PipesAreNoPartOfOpenclC3) {
  EXPECT_TRUE(logOf("#ifdef __opencl_c_pipes\n#error\n#endif\nkernel void k() {}", "-cl-std=CL3.0")
                  .empty());
  EXPECT_FALSE(logOf("kernel void k(read_only pipe int p) {}", "-cl-std=CL3.0").empty());
}

TEST_F(UnsupportedFeatureTest, DeviceQueuesCannotBeMade) {
  EXPECT_EQ(infoOf<cl_device_device_enqueue_capabilities>(clGetDeviceInfo, device(),
                                                          CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES),
            0u);
  for (const cl_device_info limit :
       {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE,
        CL_DEVICE_MAX_ON_DEVICE_QUEUES, CL_DEVICE_MAX_ON_DEVICE_EVENTS})
    EXPECT_EQ(infoOf<cl_uint>(clGetDeviceInfo, device(), limit), 0u) << limit;
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_ON_DEVICE, 0};
  cl_int error = CL_SUCCESS;
  EXPECT_EQ(clCreateCommandQueueWithProperties(context(), device(), list, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_QUEUE_PROPERTIES);
  EXPECT_EQ(clSetDefaultDeviceCommandQueue(context(), device(), queue()), CL_INVALID_OPERATION);
}

TEST_F(UnsupportedFeatureTest, DeviceQueuesAreNoPartOfOpenclC) {
  const std::string kernel =
      "kernel void k(queue_t q) { enqueue_kernel(q, 0, ndrange_1D(1), ^{ }); }";
  for (const char* language : {"-cl-std=CL2.0", "-cl-std=CL3.0"})
    EXPECT_FALSE(logOf(kernel, language).empty()) << language;
}

}  // namespace
}  // namespace lanewise::test
