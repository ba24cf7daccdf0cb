// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building, compiling and linking: each call makes a Job, which runs here or in the background. The
// code itself comes from the code cache.
#include "runtime/program/program_build.h"
#include "runtime/base/config.h"
#include "runtime/base/log.h"
#include "runtime/cache/code_cache.h"
#include "runtime/device/platform.h"
#include "runtime/program/background_builds.h"
#include "runtime/program/build_options.h"
#include "runtime/program/program.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string_view>
#include <utility>

namespace lanewise {

/// One call's work. What is not an executable needs no code.
struct Program::Job {
  struct Task {
    Device* device;
    std::shared_ptr<const Parts> parts;
  };
  Ref<Program> program;
  std::vector<Task> tasks;
  std::shared_ptr<const SourceProgram> source;  // null where the parts have their modules
  std::string options;
  cl_program_binary_type type;
  cl_int failure;  // the code that this call has for a failed build
  Notify notify;
  void* user;
};

namespace {

std::vector<std::string> splitAtCommas(std::string_view text) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const size_t end = text.find(',');
    if (end != 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
  }
  return parts;
}

/// Debug information is a language that nobody validates, and nothing that runs needs it: where the
/// compiler fails on a program with it or refuses it, the program is built without.
std::string withoutDebugInfo(const std::string& why) {
  return "warning: built without debug information, because the compiler failed with it: " + why +
         (why.ends_with('\n') ? "" : "\n");
}

/// Adds the module that the front end makes of `source`; the log has its diagnostics.
bool addModule(const SourceProgram& source, Program::Parts& parts, std::string& log) {
  CompileRequest request;
  request.goal = Goal::Module;
  request.source = source;
  BuiltModule built = CodeCache::get().buildModule(request);
  if (built.outcome == Outcome::Failed && std::erase(request.source.options, "-g")) {
    log += withoutDebugInfo(built.log);
    built = CodeCache::get().buildModule(request);
  }
  log += built.log;
  if (built.module) parts.modules.push_back(built.module);
  return built.module != nullptr;
}

void buildCode(const Device& device, Program::DeviceBuild& build) {
  const auto& given = build.parts->replies;
  const auto replies =
      given ? std::span<const StoredReply>(*given) : std::span<const StoredReply>();
  CompileRequest request = requestFor(*build.parts, device);
  BuiltCode built = CodeCache::get().build(request, replies);
  const bool refused = built.outcome == Outcome::Rejected;
  if ((refused || built.outcome == Outcome::Failed) &&
      std::exchange(request.options.debugInfo, false)) {
    BuiltCode without = CodeCache::get().build(request, replies);
    // What is refused either way has a fault of its own, of which debug information tells the line.
    if (!refused || without.outcome == Outcome::Ok) {
      build.log += withoutDebugInfo(built.log);
      built = std::move(without);
      // A binary says what its code was made of: who builds it with -g tries again, and is warned.
      auto parts = std::make_shared<Program::Parts>(*build.parts);
      parts->options.debugInfo = false;
      build.parts = std::move(parts);
    }
  }
  build.log += built.log;
  if (built.outcome == Outcome::Ok) {
    build.status = CL_BUILD_SUCCESS;
    build.globalVariableBytes = built.code->globalVariableBytes();
    build.code = std::move(built.code);
  } else {
    build.status = CL_BUILD_ERROR;
    build.binaryType = CL_PROGRAM_BINARY_TYPE_NONE;
  }
}

/// The options of a program that is linked of two.
CodeOptions combined(const CodeOptions& a, const CodeOptions& b) {
  CodeOptions both;
  const auto All = [](bool one, bool other) { return one && other; };
  const auto Any = [](bool one, bool other) { return one || other; };
#define CODE_OPTION(member, option, whole) both.member = whole(a.member, b.member);
#include "interface/code_options.def"
  return both;
}

/// The options of a later step on top of those that a binary or a library was made with.
CodeOptions added(CodeOptions options, const CodeOptions& more) {
#define CODE_OPTION(member, option, whole) options.member |= more.member;
#include "interface/code_options.def"
  return options;
}

/// The parts of all inputs for one device; null if no input has any.
Result<std::shared_ptr<const Program::Parts>> linkedParts(const Device& device,
                                                          std::span<Program* const> inputs,
                                                          const BuildOptions& options) {
  auto linked = std::make_shared<Program::Parts>();
  size_t foundCount = 0;
  for (const Program* input : inputs) {
    const Program::DeviceBuild build = input->deviceBuild(device);
    if (build.binaryType != CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT &&
        build.binaryType != CL_PROGRAM_BINARY_TYPE_LIBRARY)
      continue;
    const Program::Parts& parts = *build.parts;
    for (SpecializationConstant constant : parts.constants) {
      constant.module += linked->modules.size();
      linked->constants.push_back(std::move(constant));
    }
    linked->modules.insert(linked->modules.end(), parts.modules.begin(), parts.modules.end());
    linked->options = foundCount++ ? combined(linked->options, parts.options) : parts.options;
    linked->takesLinkOptions &= parts.takesLinkOptions;
  }
  if (foundCount == 0) return nullptr;
  // Some inputs have an object for the device and some have not.
  if (foundCount != inputs.size())
    return fail(CL_INVALID_OPERATION, std::to_string(inputs.size() - foundCount) + " of " +
                                          std::to_string(inputs.size()) +
                                          " programs are not compiled for the device");
  // Code is made of the whole: where a part may not be relaxed, nothing is.
  if (linked->takesLinkOptions) linked->options = added(linked->options, options.code);
  if (options.createLibrary) linked->takesLinkOptions &= options.enableLinkOptions;
  return linked;
}

}  // namespace

CompileRequest requestOf(const Program::Parts& parts) {
  CompileRequest request;
  for (const auto& module : parts.modules) request.modules.push_back(*module);
  request.specializationConstants = parts.constants;
  request.options = parts.options;
  request.level.clear();
  return request;
}

CompileRequest requestFor(const Program::Parts& parts, const Device& device) {
  CompileRequest request = requestOf(parts);
  request.level = device.facts().level;
  if (request.level == "native") request.cpu = device.facts().features;
  request.dumpStages = splitAtCommas(config().dump);
  if (!request.dumpStages.empty()) {
    // The helper has a working folder of its own.
    std::error_code ignored;
    request.dumpFolder = std::filesystem::absolute(config().dumpFolder, ignored);
  }
  return request;
}

Program::Devices Program::buildDevices(std::span<Device* const> devices) const {
  if (!devices.empty()) return {devices.begin(), devices.end()};
  Devices all;
  for (const Ref<Device>& device : devices_) all.push_back(device.get());
  return all;
}

std::shared_ptr<const Program::Parts> Program::partsFor(const Device& device,
                                                        const BuildOptions& options) const {
  auto parts = std::make_shared<Parts>();
  if (origin_ == Origin::Il || origin_ == Origin::Source) {
    if (il_) parts->modules = {il_};
    parts->options = options.code;
    // IL has no language that would forbid smaller groups.
    if (origin_ == Origin::Source && !options.nonUniformGroups)
      parts->options.uniformWorkGroupSize = true;
    Lock lock(mutex_);
    for (const auto& [id, constant] : constants_) parts->constants.push_back(constant);
    return parts;
  }
  const auto given = given_.find(&device);
  if (given == given_.end()) return nullptr;
  *parts = *given->second;
  parts->options = added(parts->options, options.code);
  if (parts->options != given->second->options) parts->replies.reset();
  return parts;
}

std::shared_ptr<const SourceProgram> Program::sourceProgram(
    const BuildOptions& options, std::vector<SourceHeader> headers) const {
  if (origin_ != Origin::Source) return nullptr;
  // The device's version, which the front end does not know.
  std::vector<std::string> words = {
      "-D__OPENCL_VERSION__=" + std::to_string(CL_VERSION_MAJOR(Platform::kNumericVersion) * 100 +
                                               CL_VERSION_MINOR(Platform::kNumericVersion) * 10)};
  words.insert(words.end(), options.language.begin(), options.language.end());
  return std::make_shared<const SourceProgram>(source_, std::move(headers), std::move(words));
}

Status Program::refuse(const Devices& devices, const char* options, Status status) {
  // A build that failed, as far as the program can tell: what it was built to before is gone. That
  // is destroyed after the lock: code may be unmapped.
  std::vector<DeviceBuild> refused(devices.size());
  for (DeviceBuild& build : refused) {
    build.status = CL_BUILD_ERROR;
    build.options = options ? options : "";
    build.log = status.message;
  }
  Lock lock(mutex_);
  if (kernelCount_.load(std::memory_order_relaxed) > 0) return status;
  for (size_t i = 0; i < devices.size(); ++i) {
    DeviceBuild& build = builds_[devices[i]];
    if (build.status != CL_BUILD_IN_PROGRESS) std::swap(build, refused[i]);
  }
  return status;
}

Status Program::begin(const Devices& devices, const char* options) {
  // Whatever may run out of memory comes before anything changes. What is replaced is destroyed
  // after the lock: code may be unmapped.
  std::vector<DeviceBuild> fresh(devices.size());
  for (DeviceBuild& build : fresh) {
    build.status = CL_BUILD_IN_PROGRESS;
    build.options = options ? options : "";
  }
  Lock lock(mutex_);
  for (Device* device : devices)
    if (builds_[device].status == CL_BUILD_IN_PROGRESS)
      return {CL_INVALID_OPERATION, "the program is being built"};
  if (const uint32_t count = kernelCount_.load(std::memory_order_relaxed))
    return {CL_INVALID_OPERATION, std::to_string(count) + " kernels of the program exist"};
  for (size_t i = 0; i < devices.size(); ++i) std::swap(builds_[devices[i]], fresh[i]);
  return {};
}

void Program::abandon(const Devices& devices) noexcept {
  Lock lock(mutex_);
  for (const Device* device : devices) {
    const auto build = builds_.find(device);
    if (build != builds_.end() && build->second.status == CL_BUILD_IN_PROGRESS)
      build->second.status = CL_BUILD_ERROR;
  }
}

void Program::finish(const Device& device, DeviceBuild build) {
  uniformWorkGroups_.store(build.parts && build.parts->options.uniformWorkGroupSize,
                           std::memory_order_relaxed);
  Lock lock(mutex_);
  std::swap(builds_[&device], build);
}

Status Program::build(std::span<Device* const> devices, const char* options, Notify notify,
                      void* user) {
  const Devices targets = buildDevices(devices);
  if (origin_ == Origin::Link)
    return {CL_INVALID_OPERATION, "a linked program cannot be built again"};
  const auto parsed = parseBuildOptions(options ? options : "", BuildStep::Build);
  if (!parsed) return refuse(targets, options, parsed.error());
  Job job{*this,
          {},
          sourceProgram(*parsed),
          options ? options : "",
          CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
          CL_BUILD_PROGRAM_FAILURE,
          notify,
          user};
  for (Device* device : targets) {
    auto parts = partsFor(*device, *parsed);
    if (!parts) return {CL_INVALID_BINARY, "there is no binary for the device"};
    // One build serves all devices that are asked for the same: they are parts of one machine.
    if (!job.tasks.empty() && origin_ != Origin::Binary) parts = job.tasks.front().parts;
    job.tasks.push_back({device, std::move(parts)});
  }
  TRY_STATUS(begin(targets, options));
  return start(std::move(job), targets);
}

Status Program::compile(std::span<Device* const> devices, const char* options,
                        std::vector<SourceHeader> headers, Notify notify, void* user) {
  const Devices targets = buildDevices(devices);
  if (origin_ != Origin::Il && origin_ != Origin::Source)
    return {CL_INVALID_OPERATION, "the program has neither source nor IL"};
  const auto parsed = parseBuildOptions(options ? options : "", BuildStep::Compile);
  if (!parsed) return refuse(targets, options, parsed.error());
  Job job{*this,
          {},
          sourceProgram(*parsed, std::move(headers)),
          options ? options : "",
          CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
          CL_COMPILE_PROGRAM_FAILURE,
          notify,
          user};
  const auto parts = partsFor(*targets.front(), *parsed);
  for (Device* device : targets) job.tasks.push_back({device, parts});
  TRY_STATUS(begin(targets, options));
  return start(std::move(job), targets);
}

Result<Program*> Program::link(Context& context, std::span<Device* const> devices,
                               const char* options, std::span<Program* const> inputs, Notify notify,
                               void* user, Status& status) {
  const auto parsed = parseBuildOptions(options ? options : "", BuildStep::Link);
  if (!parsed) return std::unexpected(parsed.error());
  Devices targets(devices.begin(), devices.end());
  if (targets.empty())
    for (const Ref<Device>& device : context.devices()) targets.push_back(device.get());
  Job job{nullptr,
          {},
          nullptr,
          options ? options : "",
          cl_program_binary_type(parsed->createLibrary ? CL_PROGRAM_BINARY_TYPE_LIBRARY
                                                       : CL_PROGRAM_BINARY_TYPE_EXECUTABLE),
          CL_LINK_PROGRAM_FAILURE,
          notify,
          user};
  Devices linked;
  for (Device* device : targets) {
    TRY(auto parts, linkedParts(*device, inputs, *parsed));
    if (!parts) continue;
    job.tasks.push_back({device, std::move(parts)});
    linked.push_back(device);
  }
  if (linked.empty())
    return fail(CL_INVALID_OPERATION, "no program is compiled for any of the devices");
  auto program = Ref<Program>::adopt(new Program(context, Origin::Link, targets));
  job.program = program;
  status = program->begin(linked, options);
  if (status.ok()) status = start(std::move(job), linked);
  return program.detach();
}

Status Program::start(Job job, const Devices& begun) {
  const Ref<Program> program = job.program;
  const bool background = job.notify;
  try {
    if (!background) return run(job);
    runInBackground([job = std::move(job), begun] {
      try {
        run(job);
      } catch (const std::exception&) {
        job.program->abandon(begun);
      }
      job.notify(job.program->handle(), job.user);
    });
    return {};
  } catch (const std::exception&) {
    program->abandon(begun);
    throw;
  }
}

void Program::makeBuild(const Job& job, const Device& device, DeviceBuild& build) {
  if (job.source) {
    auto parts = std::make_shared<Parts>(*build.parts);
    if (!addModule(*job.source, *parts, build.log)) {
      build.status = CL_BUILD_ERROR;
      build.binaryType = CL_PROGRAM_BINARY_TYPE_NONE;
      return;
    }
    build.parts = std::move(parts);
  }
  if (job.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE) buildCode(device, build);
}

void Program::logSuccess(const Job& job, const DeviceBuild& build,
                         std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  std::string what = job.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE        ? "built"
                     : job.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ? "compiled"
                                                                          : "linked to a library";
  char took[32];
  std::snprintf(took, sizeof took, " in %.1f ms", time.count());
  what += took;
  if (build.code) {
    what += ", kernels:";
    for (const CompiledKernel& kernel : build.code->kernels()) what += " " + kernel.facts.name;
  }
  if (!build.log.empty()) what += "\n" + build.log;
  log(LogGroup::Build, "options '%s': %s", job.options.c_str(), what.c_str());
}

Status Program::run(const Job& job) {
  Status result;
  const Job::Task* before = nullptr;
  DeviceBuild build;
  for (const Job::Task& task : job.tasks) {
    if (!before || before->parts != task.parts) {
      const auto start = std::chrono::steady_clock::now();
      build = {};
      build.status = CL_BUILD_SUCCESS;
      build.options = job.options;
      build.binaryType = job.type;
      build.parts = task.parts;
      try {
        makeBuild(job, *task.device, build);
      } catch (const std::exception&) {
        build.status = CL_BUILD_ERROR;
        build.binaryType = CL_PROGRAM_BINARY_TYPE_NONE;
        build.log = "host memory is out";
      }
      if (build.status == CL_BUILD_SUCCESS && logs(LogGroup::Build)) logSuccess(job, build, start);
    }
    before = &task;
    if (build.status == CL_BUILD_ERROR) {
      result = {job.failure, build.log};
      log(LogGroup::Build, "options '%s': %s", job.options.c_str(), build.log.c_str());
      job.program->context().report("a program was not built: ", build.log);
    }
    job.program->finish(*task.device, build);
  }
  return result;
}

}  // namespace lanewise
