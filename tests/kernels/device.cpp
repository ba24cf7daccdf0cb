// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// OpenCL objects of the one device that all tests of a program share, and the buffers and launches
// of a test, which fail the test with the name of the call and its error.
#include "device.h"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

namespace kernels {
namespace {

std::unique_ptr<TestDevice>& instance() {
  static auto* holder = new std::unique_ptr<TestDevice>;
  return *holder;
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::string deviceText(cl_device_id device, cl_device_info what) {
  size_t sizeBytes = 0;
  clGetDeviceInfo(device, what, 0, nullptr, &sizeBytes);
  std::string text(sizeBytes, '\0');
  clGetDeviceInfo(device, what, sizeBytes, text.data(), nullptr);
  return text.c_str();
}

[[noreturn]] void giveUp(const std::string& why) {
  std::cerr << "kernel tests: " << why << '\n';
  std::exit(2);
}

cl_platform_id findPlatform(const std::string& wanted) {
  cl_uint count = 0;
  clGetPlatformIDs(0, nullptr, &count);
  std::vector<cl_platform_id> platforms(count);
  if (count) clGetPlatformIDs(count, platforms.data(), nullptr);
  for (cl_platform_id platform : platforms) {
    char name[256] = "";
    clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
    if (lower(name).find(lower(wanted)) != std::string::npos) return platform;
  }
  giveUp("no OpenCL platform named like '" + wanted + "' among " + std::to_string(count));
}

/// Lanes of float in a vector register of the level; 0: no level of this name.
cl_uint floatLanes(const std::string& level) {
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) \
  if (level == name) return vectorBits / 32;
#include "interface/microarchitectures.def"
  return 0;
}

/// Why the device does not compile for the level that LANEWISE_CPU asks for; empty if it does. A
/// device that cannot run the level compiles for another one and reports its vector width.
std::string missingLevel(cl_device_id device) {
  const char* asked = std::getenv("LANEWISE_CPU");
  if (!asked || !*asked || std::string(asked) == "native") return {};
  cl_uint lanes = 0;
  clGetDeviceInfo(device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof lanes, &lanes, nullptr);
  if (lanes == floatLanes(asked)) return {};
  return std::string("LANEWISE_CPU: this CPU does not run the level ") + asked;
}

}  // namespace

/// Skips each test. GTEST_SKIP in Environment::SetUp would count all tests as passed.
class SkipAll : public testing::EmptyTestEventListener {
 public:
  explicit SkipAll(std::string why) : why_(std::move(why)) {}
  void OnTestStart(const testing::TestInfo&) override { GTEST_SKIP() << why_; }

 private:
  std::string why_;
};

/// Skips all tests where the device does not compile for the level that they are about.
/// Releases everything before the process ends, so that leak checkers see real leaks only.
class DeviceEnvironment : public testing::Environment {
 public:
  void SetUp() override {
    if (const std::string why = missingLevel(TestDevice::get().id()); !why.empty())
      testing::UnitTest::GetInstance()->listeners().Append(new SkipAll(why));
  }
  void TearDown() override { instance().reset(); }
};
static const auto* const kEnvironment [[maybe_unused]] =
    testing::AddGlobalTestEnvironment(new DeviceEnvironment);

TestDevice& TestDevice::get() {
  if (!instance()) instance().reset(new TestDevice);
  return *instance();
}

TestDevice::TestDevice() {
  const char* wanted = std::getenv("OPENCL_TEST_PLATFORM");
  const cl_platform_id platform = findPlatform(wanted && *wanted ? wanted : "lanewise");
  cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id_, nullptr);
  if (error != CL_SUCCESS) giveUp("clGetDeviceIDs returned " + std::to_string(error));
  context_ = clCreateContext(nullptr, 1, &id_, nullptr, nullptr, &error);
  if (error != CL_SUCCESS) giveUp("clCreateContext returned " + std::to_string(error));
  queue_ = clCreateCommandQueueWithProperties(context_, id_, nullptr, &error);
  if (error != CL_SUCCESS) giveUp("clCreateCommandQueue returned " + std::to_string(error));
}

void TestDevice::forgetPrograms() {
  for (const auto& [name, program] : programs_)
    if (program) clReleaseProgram(program);
  programs_.clear();
}

TestDevice::~TestDevice() {
  forgetPrograms();
  clReleaseCommandQueue(queue_);
  clReleaseContext(context_);
}

bool TestDevice::hasExtension(const std::string& name) const {
  return (" " + deviceText(id_, CL_DEVICE_EXTENSIONS) + " ").find(" " + name + " ") !=
         std::string::npos;
}

size_t TestDevice::maxWorkGroupSize() const {
  size_t size = 0;
  clGetDeviceInfo(id_, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof size, &size, nullptr);
  return size;
}

bool TestDevice::hasNonUniformWorkGroups() const {
  cl_bool supported = CL_FALSE;
  clGetDeviceInfo(id_, CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof supported, &supported,
                  nullptr);
  return supported;
}

std::vector<char> readModule(const std::string& module) {
  const char* folder = std::getenv("OPENCL_TEST_MODULES");
  std::ifstream file((folder ? folder : KERNELS) + ("/" + module + ".spv"), std::ios::binary);
  EXPECT_TRUE(file) << "no module " << module;
  return {std::istreambuf_iterator<char>(file), {}};
}

cl_program TestDevice::program(const std::string& module, const std::string& options) {
  const std::string key = module + " " + options;
  if (const auto known = programs_.find(key); known != programs_.end()) return known->second;
  const std::vector<char> bytes = readModule(module);
  cl_int error;
  cl_program program = clCreateProgramWithIL(context_, bytes.data(), bytes.size(), &error);
  EXPECT_EQ(error, CL_SUCCESS) << "clCreateProgramWithIL of " << module;
  return built(program, key, options);
}

cl_program TestDevice::sourceProgram(const std::string& text, const std::string& options) {
  const std::string key = text + " " + options;
  if (const auto known = programs_.find(key); known != programs_.end()) return known->second;
  const char* start = text.c_str();
  cl_int error;
  cl_program program = clCreateProgramWithSource(context_, 1, &start, nullptr, &error);
  EXPECT_EQ(error, CL_SUCCESS) << "clCreateProgramWithSource";
  return built(program, key, options);
}

cl_program TestDevice::built(cl_program program, const std::string& key,
                             const std::string& options) {
  if (program &&
      clBuildProgram(program, 1, &id_, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    std::string log(1 << 16, '\0');
    clGetProgramBuildInfo(program, id_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
    ADD_FAILURE() << key << " does not build: " << log.c_str();
    clReleaseProgram(program);
    program = nullptr;
  }
  return programs_[key] = program;
}

KernelCall::KernelCall(const std::string& module, const std::string& name,
                       const std::string& options)
    : KernelCall(TestDevice::get().program(module, options), module, name) {}

KernelCall::KernelCall(cl_program program, const std::string& title, const std::string& name)
    : title_(title + ":" + name) {
  if (!program) {
    ADD_FAILURE() << title_ << ": no program";
    return;
  }
  cl_int error;
  kernel_ = clCreateKernel(program, name.c_str(), &error);
  EXPECT_EQ(error, CL_SUCCESS) << "clCreateKernel of " << title_;
}

KernelCall::~KernelCall() {
  if (kernel_) clReleaseKernel(kernel_);
}

KernelCall& KernelCall::addBytes(size_t sizeBytes, const void* value) {
  const cl_uint index = next_++;
  if (kernel_)
    EXPECT_EQ(clSetKernelArg(kernel_, index, sizeBytes, value), CL_SUCCESS)
        << "argument " << index << " of " << title_;
  return *this;
}

// The range's, or that of OPENCL_TEST_LOCAL_SIZE if both the range and the kernel leave it open.
std::array<size_t, 3> KernelCall::localSize(const Range& range) const {
  const char* asked = std::getenv("OPENCL_TEST_LOCAL_SIZE");
  std::array<size_t, 3> required{};
  clGetKernelWorkGroupInfo(kernel_, TestDevice::get().id(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE,
                           sizeof required, required.data(), nullptr);
  if (range.local[0] || required[0] || !asked || !*asked) return range.local;
  std::array<size_t, 3> local = {1, 1, 1};
  std::istringstream numbers(asked);
  for (cl_uint i = 0; i < range.dimensions && numbers >> local[i]; ++i) numbers.ignore(1, 'x');
  return local;
}

// Equal lines of two runs mean equal bytes.
void KernelCall::writeDigests() const {
  const char* path = std::getenv("OPENCL_TEST_DIGESTS");
  if (!path || !*path) return;
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::ofstream lines(path, std::ios::app);
  for (const cl_mem buffer : buffers_) {
    size_t sizeBytes = 0;
    clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof sizeBytes, &sizeBytes, nullptr);
    std::string bytes(sizeBytes, '\0');
    EXPECT_EQ(clEnqueueReadBuffer(TestDevice::get().queue(), buffer, CL_TRUE, 0, sizeBytes,
                                  bytes.data(), 0, nullptr, nullptr),
              CL_SUCCESS);
    lines << test.test_suite_name() << '.' << test.name() << ' ' << title_ << ' '
          << std::hash<std::string>{}(bytes) << '\n';
  }
}

void KernelCall::run(const Range& range) {
  if (!kernel_) return;
  const cl_command_queue queue = TestDevice::get().queue();
  const std::array<size_t, 3> local = localSize(range);
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel_, range.dimensions, range.offset.data(),
                                   range.global.data(), local[0] ? local.data() : nullptr, 0,
                                   nullptr, nullptr),
            CL_SUCCESS)
      << title_;
  ASSERT_EQ(clFinish(queue), CL_SUCCESS) << title_;
  writeDigests();
}

}  // namespace kernels
