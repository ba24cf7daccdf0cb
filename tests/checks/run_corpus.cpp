// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches the kernels of the corpus as an application does: it makes the objects that the heads
// name, and knows nothing of checks. `corpus/README.md` lists the words for arguments.
#include <CL/cl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <numeric>
#include <sstream>

#include "tests/checks/corpus_program.h"

namespace lanewise::test {
namespace {

constexpr unsigned kMostSeconds = 30;  // of one program; a signal ends the process behind it

/// An argument of a launch: a memory object, a sampler, SVM, or the bytes of a value.
struct Argument {
  cl_mem memory = nullptr;
  cl_sampler sampler = nullptr;
  void* svm = nullptr;
  size_t localSize = 0;
  std::vector<unsigned char> bytes = {};
  bool isNull = false;
  bool isFreed = false;  // SVM, between the call that sets the argument and the launch
  bool isLost = false;   // SVM, freed while the launch waits
};

/// What a program's launches use; released in one step.
class CorpusRun {
 public:
  CorpusRun(cl_context context, cl_device_id device, const CorpusProgram& program)
      : context_(context), program_(program) {
    const cl_queue_properties unordered[] = {CL_QUEUE_PROPERTIES,
                                             CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_int error = 0;
    queue_ = clCreateCommandQueueWithProperties(context, device,
                                                program.isUnordered ? unordered : nullptr, &error);
    expect(error, "clCreateCommandQueueWithProperties");
    const char* source = program.source.c_str();
    built_ = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    expect(error, "clCreateProgramWithSource");
    // Notes name the calls that are left, in code with lanes.
    const bool expectsCalls = program.hasLargeFunctions && std::getenv("LANEWISE_CHECK") &&
                              !std::getenv("LANEWISE_LANES");
    const std::string options = program.options + (expectsCalls ? " -cl-lanewise-explain" : "");
    error = clBuildProgram(built_, 1, &device, options.c_str(), nullptr, nullptr);
    expect(error, ("clBuildProgram: " + (error ? buildLog(device) : "")).c_str());
    if (expectsCalls && !callsFunction(buildLog(device))) {
      std::printf("error no function has stayed one\n");
      ++errors_;
    }
  }
  CorpusRun(const CorpusRun&) = delete;
  CorpusRun& operator=(const CorpusRun&) = delete;
  ~CorpusRun() {
    // Mapped objects are unmapped before they are released.
    for (auto release = releases_.rbegin(); release != releases_.rend(); ++release) (*release)();
    clReleaseProgram(built_);
    clReleaseCommandQueue(queue_);
  }

  int run() {
    std::vector<cl_kernel> kernels;
    for (const CorpusLaunch& launch : program_.launches) {
      if (errors_) break;
      cl_int error = 0;
      cl_kernel kernel = clCreateKernel(built_, launch.kernel.c_str(), &error);
      expect(error, "clCreateKernel");
      if (!kernel) break;
      releases_.push_back([kernel] { clReleaseKernel(kernel); });
      kernels.push_back(kernel);
      current_.clear();
      for (const std::string& word : launch.arguments) current_.push_back(make(word));
      for (cl_uint i = 0; i < current_.size(); ++i)
        expect(set(kernel, i, current_[i]), launch.arguments[i].c_str());
      for (Argument& argument : current_)
        if (argument.isFreed) clSVMFree(context_, argument.svm);
      if (first_.empty()) first_ = current_;
      // Unordered launches are enqueued together: nothing but these calls stands between them.
      if (!program_.isUnordered) enqueue(kernel, launch);
    }
    if (program_.isUnordered && !errors_)
      for (size_t i = 0; i < kernels.size(); ++i) enqueue(kernels[i], program_.launches[i]);
    expectCompletion();
    return errors_;
  }

 private:
  void expect(cl_int error, const char* what) {
    if (error == CL_SUCCESS) return;
    std::printf("error %s returns %d\n", what, error);
    ++errors_;
  }

  /// Whether a note is about a call of a function of the source.
  bool callsFunction(const std::string& log) const {
    constexpr std::string_view kCall = "a call of '";
    for (size_t at = log.find(kCall); at != log.npos; at = log.find(kCall, at + 1)) {
      const size_t begin = at + kCall.size();
      const std::string name = log.substr(begin, log.find('\'', begin) - begin);
      if (program_.source.find(" " + name + "(") != program_.source.npos) return true;
    }
    return false;
  }

  std::string buildLog(cl_device_id device) const {
    size_t size = 0;
    clGetProgramBuildInfo(built_, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
    std::string log(size, '\0');
    clGetProgramBuildInfo(built_, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
    std::ranges::replace(log, '\n', ' ');
    return log.substr(0, log.find('\0'));
  }

  void enqueue(cl_kernel kernel, const CorpusLaunch& launch) {
    const bool waits = std::ranges::any_of(current_, &Argument::isLost);
    const cl_event begin = waits ? clCreateUserEvent(context_, nullptr) : nullptr;
    enqueue(kernel, launch, begin);
    if (!waits) return;
    for (const Argument& argument : current_)
      if (argument.isLost) clSVMFree(context_, argument.svm);
    clSetUserEventStatus(begin, CL_COMPLETE);
    clReleaseEvent(begin);
  }

  /// The launch waits for `begin` unless it is null.
  void enqueue(cl_kernel kernel, const CorpusLaunch& launch, cl_event begin) {
    cl_event event = nullptr;
    expect(clEnqueueNDRangeKernel(queue_, kernel, static_cast<cl_uint>(launch.global.size()),
                                  nullptr, launch.global.data(),
                                  launch.local.empty() ? nullptr : launch.local.data(),
                                  begin ? 1 : 0, begin ? &begin : nullptr, &event),
           "clEnqueueNDRangeKernel");
    if (!event) return;
    events_.push_back(event);
    releases_.push_back([event] { clReleaseEvent(event); });
  }

  /// A command whose kernel has a defect goes on.
  void expectCompletion() {
    expect(clFinish(queue_), "clFinish");
    for (cl_event event : events_) {
      cl_int status = CL_COMPLETE;
      clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
      expect(status, "the command");
    }
  }

  static cl_int set(cl_kernel kernel, cl_uint index, const Argument& argument) {
    if (argument.isNull) return clSetKernelArg(kernel, index, sizeof(cl_mem), nullptr);
    if (argument.svm) return clSetKernelArgSVMPointer(kernel, index, argument.svm);
    if (argument.localSize) return clSetKernelArg(kernel, index, argument.localSize, nullptr);
    if (argument.memory)
      return clSetKernelArg(kernel, index, sizeof argument.memory, &argument.memory);
    if (argument.sampler)
      return clSetKernelArg(kernel, index, sizeof argument.sampler, &argument.sampler);
    return clSetKernelArg(kernel, index, argument.bytes.size(), argument.bytes.data());
  }

  template <class Value>
  static Argument value(Value value) {
    const auto* bytes = reinterpret_cast<const unsigned char*>(&value);
    return {.bytes = {bytes, bytes + sizeof value}};
  }

  Argument kept(cl_mem memory, cl_int error) {
    expect(error, "creation of a memory object");
    if (memory) releases_.push_back([memory] { clReleaseMemObject(memory); });
    return {.memory = memory, .isNull = !memory};
  }

  /// A buffer whose contents the host gives when it creates it.
  Argument filled(size_t size, cl_mem_flags flags, const void* contents) {
    cl_int error = 0;
    cl_mem memory = clCreateBuffer(context_, flags | CL_MEM_COPY_HOST_PTR, size,
                                   const_cast<void*>(contents), &error);
    return kept(memory, error);
  }

  Argument zeros(size_t size, cl_mem_flags flags) {
    return filled(size, flags, std::vector<unsigned char>(size).data());
  }

  Argument empty(size_t size) {
    cl_int error = 0;
    cl_mem memory = clCreateBuffer(context_, CL_MEM_READ_WRITE, size, nullptr, &error);
    return kept(memory, error);
  }

  Argument write(Argument argument, size_t offset, size_t size) {
    std::vector<cl_int> contents((size + 3) / 4);
    std::iota(contents.begin(), contents.end(), 0);
    expect(clEnqueueWriteBuffer(queue_, argument.memory, CL_TRUE, offset, size, contents.data(), 0,
                                nullptr, nullptr),
           "clEnqueueWriteBuffer");
    return argument;
  }

  /// The buffer, mapped for writing until the program's end.
  Argument map(Argument argument, size_t size) {
    cl_int error = 0;
    void* mapped = clEnqueueMapBuffer(queue_, argument.memory, CL_TRUE, CL_MAP_WRITE, 0, size, 0,
                                      nullptr, nullptr, &error);
    expect(error, "clEnqueueMapBuffer");
    releases_.push_back([this, memory = argument.memory, mapped] {
      clEnqueueUnmapMemObject(queue_, memory, mapped, 0, nullptr, nullptr);
      clFinish(queue_);
    });
    return argument;
  }

  Argument part(cl_mem parent, size_t offset, size_t size) {
    const cl_buffer_region region{offset, size};
    cl_int error = 0;
    cl_mem memory = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    return kept(memory, error);
  }

  static cl_mem_object_type typeOf(std::string_view image) {
    if (image == "1d") return CL_MEM_OBJECT_IMAGE1D;
    if (image == "3d") return CL_MEM_OBJECT_IMAGE3D;
    if (image == "1darray") return CL_MEM_OBJECT_IMAGE1D_ARRAY;
    return image == "2darray" ? CL_MEM_OBJECT_IMAGE2D_ARRAY : CL_MEM_OBJECT_IMAGE2D;
  }

  /// An image with zeros: "16x16" and, of `parts`, its type and the format of its texels.
  Argument image(const std::string& size, const std::string& type, const std::string& texels) {
    std::istringstream stream(size);
    std::vector<size_t> extent;
    for (std::string number; std::getline(stream, number, 'x');)
      extent.push_back(std::stoul(number));
    const size_t count =
        std::accumulate(extent.begin(), extent.end(), size_t(1), std::multiplies<>());
    extent.resize(3);
    cl_image_desc description{};
    description.image_type = typeOf(type);
    const bool isBuffer = type == "buffer", isArray = type.ends_with("array");
    description.image_width = extent[0];
    if (!type.starts_with("1d")) description.image_height = extent[1];
    if (type == "3d") description.image_depth = extent[2];
    if (isArray) description.image_array_size = extent[type == "1darray" ? 1 : 2];
    if (isBuffer) return imageOver(zeros(16 * count, CL_MEM_READ_WRITE).memory, description);
    const cl_image_format format = texels == "bytes" ? cl_image_format{CL_R, CL_UNSIGNED_INT8}
                                                     : cl_image_format{CL_RGBA, CL_FLOAT};
    std::vector<float> contents(4 * count);
    cl_int error = 0;
    cl_mem memory = clCreateImage(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format,
                                  &description, contents.data(), &error);
    return kept(memory, error);
  }

  /// An image of RGBA float in the memory of a buffer.
  Argument imageOver(cl_mem buffer, cl_image_desc description) {
    const cl_image_format format{CL_RGBA, CL_FLOAT};
    description.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
    description.buffer = buffer;
    cl_int error = 0;
    cl_mem memory =
        clCreateImage(context_, CL_MEM_READ_WRITE, &format, &description, nullptr, &error);
    return kept(memory, error);
  }

  Argument sampler() {
    cl_int error = 0;
    const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS,
                                                CL_FALSE,
                                                CL_SAMPLER_ADDRESSING_MODE,
                                                CL_ADDRESS_CLAMP,
                                                CL_SAMPLER_FILTER_MODE,
                                                CL_FILTER_NEAREST,
                                                0};
    cl_sampler made = clCreateSamplerWithProperties(context_, properties, &error);
    expect(error, "clCreateSampler");
    releases_.push_back([made] { clReleaseSampler(made); });
    return {.sampler = made};
  }

  Argument svm(size_t size, bool isWritten) {
    void* memory = clSVMAlloc(context_, CL_MEM_READ_WRITE, size, 0);
    if (!memory) expect(CL_OUT_OF_RESOURCES, "clSVMAlloc");
    releases_.push_back([context = context_, memory] { clSVMFree(context, memory); });
    const cl_uint zero = 0;
    if (isWritten)
      expect(clEnqueueSVMMemFill(queue_, memory, &zero, sizeof zero, size, 0, nullptr, nullptr),
             "clEnqueueSVMMemFill");
    expect(clFinish(queue_), "clFinish");
    return {.svm = memory};
  }

  /// The object that `<word>:<number>:<number>...` names.
  Argument make(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, ':');) parts.push_back(part);
    parts.resize(4);
    const std::string& word = parts[0];
    const std::string& first = parts[1];
    if (word == "null") return {.isNull = true};
    if (word == "sampler") return sampler();
    if (word == "float") return value(std::stof(first));
    if (word == "double") return value(std::stod(first));
    if (word == "image") return image(first, parts[2], parts[3]);
    if (word == "ints" || word == "floats") return listed(word, first);
    return makeSized(word, std::stoll(first), parts);
  }

  /// A buffer with the values of the list.
  Argument listed(const std::string& word, const std::string& list) {
    std::vector<cl_int> ints;
    std::vector<cl_float> floats;
    std::istringstream stream(list);
    for (std::string item; std::getline(stream, item, ',');)
      if (word == "ints")
        ints.push_back(static_cast<cl_int>(std::stoll(item)));
      else
        floats.push_back(std::stof(item));
    return word == "ints" ? filled(4 * ints.size(), CL_MEM_READ_WRITE, ints.data())
                          : filled(4 * floats.size(), CL_MEM_READ_WRITE, floats.data());
  }

  Argument makeSized(const std::string& word, long long number,
                     const std::vector<std::string>& parts) {
    const auto size = static_cast<size_t>(number);
    if (word == "int") return value(static_cast<cl_int>(number));
    if (word == "long") return value(static_cast<cl_long>(number));
    if (word == "same") return current_.at(size);
    if (word == "first") return first_.at(size);
    if (word == "local") return {.localSize = size};
    if (word == "buffer") return zeros(size, CL_MEM_READ_WRITE);
    if (word == "readonly") return zeros(size, CL_MEM_READ_ONLY);
    if (word == "writeonly") return zeros(size, CL_MEM_WRITE_ONLY);
    if (word == "empty") return empty(size);
    if (word == "written") return write(empty(size), 0, size);
    if (word == "begun") return write(empty(size), 0, std::stoul(parts[2]));
    if (word == "svm") return svm(size, true);
    if (word == "freed")
      return {.svm = clSVMAlloc(context_, CL_MEM_READ_WRITE, size, 0), .isFreed = true};
    if (word == "lost")
      return {.svm = clSVMAlloc(context_, CL_MEM_READ_WRITE, size, 0), .isLost = true};
    if (word == "mapped") return map(zeros(size, CL_MEM_READ_WRITE), size);
    if (word == "emptysvm") return svm(size, false);
    if (word == "imageof") {
      cl_image_desc description{};
      description.image_width = std::stoul(parts[2]);
      return imageOver(current_.at(size).memory, description);
    }
    if (word == "sub")
      return part(zeros(size, CL_MEM_READ_WRITE).memory, std::stoul(parts[2]),
                  std::stoul(parts[3]));
    if (word == "part")
      return part(current_.at(size).memory, std::stoul(parts[2]), std::stoul(parts[3]));
    if (word == "mappedpart") {
      const size_t bytes = std::stoul(parts[3]);
      return map(part(current_.at(size).memory, std::stoul(parts[2]), bytes), bytes);
    }
    std::printf("error unknown word '%s'\n", word.c_str());
    ++errors_;
    return {};
  }

  cl_context context_;
  const CorpusProgram& program_;
  cl_command_queue queue_ = nullptr;
  cl_program built_ = nullptr;
  std::vector<Argument> current_, first_;  // of this launch, and of the first one
  std::vector<std::function<void()>> releases_;
  std::vector<cl_event> events_;
  int errors_ = 0;
};

}  // namespace

int runCorpus(const std::string& folder, size_t first) {
  const std::vector<CorpusProgram> programs = readCorpus(folder);
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_int error = clGetPlatformIDs(1, &platform, nullptr);
  if (!error) error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr);
  cl_context context =
      error ? nullptr : clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  if (error) {
    std::printf("error no device: %d\n", error);
    return 1;
  }
  char name[256] = "";
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
  std::printf("platform %s\n", name);
  int errors = 0;
  for (size_t i = first; i < programs.size(); ++i) {
    std::printf("begin %s\n", programs[i].name.c_str());
    std::fflush(stdout);
    alarm(kMostSeconds);
    errors += CorpusRun(context, device, programs[i]).run();
    std::fflush(stdout);
  }
  clReleaseContext(context);
  std::printf("end\n");
  return errors;
}

}  // namespace lanewise::test
