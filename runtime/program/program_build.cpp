// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building, compiling and linking: each call makes a Job, which runs on this thread or in the
// background. The code cache finds or makes modules and code.
#include "runtime/base/log.h"
#include "runtime/base/paths.h"
#include "runtime/cache/code_cache.h"
#include "runtime/checks/check_mode.h"
#include "runtime/checks/check_reports.h"
#include "runtime/compiler_process/background_builds.h"
#include "runtime/device/device_config.h"
#include "runtime/device/platform.h"
#include "runtime/program/build_options.h"
#include "runtime/program/program.h"

#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

namespace lanewise {

/// The work of one call.
struct Program::Job {
  struct Task {
    Device* device;
    std::shared_ptr<const ProgramParts> parts;
  };
  Ref<Program> program;
  std::vector<Task> tasks;
  std::string options;
  cl_program_binary_type type;
  cl_int failure;  // the error code of this call for a failed build
  Notify notify;
  void* user;
};

namespace {

/// Nothing that runs needs debug information, and nobody validates it: where the compiler fails
/// with it or rejects it, the program is built without.
std::string withoutDebugInfo(const std::string& why) {
  return "warning: built without debug information, because the compiler failed with it: " + why +
         (why.ends_with('\n') ? "" : "\n");
}

/// Whether a build with debug information that ended like this is tried without.
bool mayBeDebugInfosFault(const BuildResult& result, const CompileRequest& request) {
  if (!request.options.debugInfo) return false;
  // Errors in the source are the user's.
  const bool sourceRejected = request.goal != Goal::ModulesToCode && !result.module;
  return result.outcome == Outcome::Failed ||
         (result.outcome == Outcome::Rejected && !sourceRejected);
}

std::string_view textOf(ResultOrigin origin) {
  switch (origin) {
    case ResultOrigin::Compiler: break;
    case ResultOrigin::ProgramBinary: return " (from the program binary)";
    case ResultOrigin::PortableBinary: return " (from the program binary, for its level)";
    case ResultOrigin::DiskCache: return " (from the disk cache)";
    case ResultOrigin::Memory: return " (from an earlier build in this process)";
  }
  return " (compiled)";
}

/// Clears request.options.debugInfo if the result was made without.
BuildResult buildRequest(CompileRequest& request, std::span<const StoredReply> given) {
  BuildResult result = CodeCache::get().build(request, given);
  if (!mayBeDebugInfosFault(result, request)) return result;
  CompileRequest plain = request;
  plain.options.debugInfo = false;
  std::erase(plain.source.options, "-g");
  BuildResult second = CodeCache::get().build(plain, given);
  // A program that is rejected either way has an error of its own, and debug information has its
  // line.
  if (second.outcome != Outcome::Ok)
    return result.outcome == Outcome::Failed && second.outcome == Outcome::Rejected ? second
                                                                                    : result;
  second.log.insert(0, withoutDebugInfo(result.log));
  request = std::move(plain);
  return second;
}

/// Whether a launch that was prepared for code with the metadata `all` may run code with `one`.
bool servesAs(const KernelMetadata& all, const KernelMetadata& one) {
  // Local arguments lie behind the variables of the code for all launches.
  return one.localBytes <= all.localBytes && one.name == all.name &&
         one.arguments == all.arguments && one.argumentBytes == all.argumentBytes &&
         (all.hasFreeLanes || one.lanes <= std::max(all.lanes, all.otherLanes)) &&
         one.laneDimension == all.laneDimension && one.subGroupSize == all.subGroupSize &&
         one.observesGroups == all.observesGroups && one.usesHostCalls == all.usesHostCalls &&
         one.flushesDenormals == all.flushesDenormals;
}

/// The kernel is large: launches that take long get code in lanes.
bool isScalarAtFirst(const KernelMetadata& metadata) {
  return rowOf(metadata.tier).isFollowed && metadata.lanes == 1 && metadata.hasFreeLanes;
}

std::string describe(const LaunchKind& kind) {
  std::string text = "work-groups of any size";
  if (kind.localSize[0] != 0)
    text = "work-groups of " + std::to_string(kind.localSize[0]) + " x " +
           std::to_string(kind.localSize[1]) + " x " + std::to_string(kind.localSize[2]);
  return kind.objects.empty() ? text : text + " and the formats of its images and samplers";
}

CompileRequest kindRequest(const ProgramParts& parts, const LaunchKind& kind) {
  // Facts of the machine, which all devices share.
  CompileRequest request = codeRequest(parts, Platform::get().device());
  request.kinds = {kind};
  request.deferCode = DeferCode::Never;
  request.options.explain = false;
  request.dumpStages.clear();
  return request;
}

/// The code of a kernel for launches of one kind; null if it cannot be made.
std::shared_ptr<const CompiledKernel> compileKind(const ProgramParts& parts,
                                                  const KernelMetadata& metadata,
                                                  const LaunchKind& kind) {
  const BuildResult result = CodeCache::get().build(kindRequest(parts, kind));
  if (!result.code || result.code->kernels().size() != 1) {
    log(LogGroup::Build, "kernel '%s' cannot be compiled for its launches: %s",
        metadata.name.c_str(), result.log.c_str());
    return nullptr;
  }
  const CompiledKernel& kernel = result.code->kernels().front();
  if (!servesAs(metadata, kernel.metadata)) {
    log(LogGroup::Build, "kernel '%s' keeps its code: that for its launches differs from it",
        metadata.name.c_str());
    return nullptr;
  }
  const uint32_t lanes = kernel.metadata.lanes;
  log(LogGroup::Build, "kernel '%s' has %s for %s%s", metadata.name.c_str(),
      lanes == 1 ? "scalar code" : ("code of " + std::to_string(lanes) + " lanes").c_str(),
      describe(kind).c_str(), textOf(result.origin).data());
  return {result.code, &kernel};
}

/// Lets launches have code of their kind, unless the options forbid it.
void allowKinds(LoadedCode& code, const std::shared_ptr<const ProgramParts>& parts) {
  const CodeOptions& options = parts->options;
  if (options.optDisable || options.checkMemory) return;
  const auto compile = [parts](const KernelMetadata& metadata, const LaunchKind& kind) {
    return compileKind(*parts, metadata, kind);
  };
  const auto settle = [parts](const LaunchKind& kind, const LaunchKind& chosen) {
    CodeCache::get().settleLanes(kindRequest(*parts, kind), kindRequest(*parts, chosen));
  };
  code.allowKinds(parts->moduleBytes(), {compile, settle});
}

/// Whether the code has all kernels that launches were prepared for.
bool serves(const LoadedCode& code, std::span<const KernelMetadata> kernels) {
  return std::ranges::all_of(kernels, [&](const KernelMetadata& kernel) {
    const CompiledKernel* found = code.find(kernel.name);
    return found && servesAs(kernel, found->metadata);
  });
}

/// The code of kernels that was not made when the program was built. If the compiler fails, or has
/// been replaced since, it gets the program as a whole.
Result<std::shared_ptr<LoadedCode>> makeDeferred(const std::shared_ptr<const ProgramParts>& parts,
                                                 const CompileReply& reply,
                                                 std::span<const size_t> which) {
  const CompileRequest request = bitcodeRequest(*parts, Platform::get().device(), reply, which);
  BuildResult result = CodeCache::get().build(request);
  if (result.isUnmapped) return fail(CL_OUT_OF_RESOURCES, result.log);
  const bool isOfSameCompiler = result.code && compilerIdentityOf(request, result.code->reply()) ==
                                                   compilerIdentityOf(request, reply);
  if (!isOfSameCompiler) {
    log(LogGroup::Build, "the program is built as a whole, because %s",
        result.code ? "there is another compiler now" : result.log.c_str());
    CompileRequest whole = codeRequest(*parts, Platform::get().device());
    whole.deferCode = DeferCode::Never;
    result = CodeCache::get().build(whole);
    if (result.code && !serves(*result.code, request.kernels))
      return fail(CL_INVALID_PROGRAM_EXECUTABLE, "its code in the whole program differs");
  }
  if (!result.code) return fail(CL_INVALID_PROGRAM_EXECUTABLE, result.log);
  allowKinds(*result.code, parts);
  return std::move(result.code);
}

/// What the context asks of the code of all its programs.
CodeOptions optionsOf(const Context& context) {
  const cl_context_memory_initialize_khr initialized = context.initialized();
  CodeOptions options;
  options.initializeLocal = initialized & CL_CONTEXT_MEMORY_INITIALIZE_LOCAL_KHR;
  options.initializePrivate = initialized & CL_CONTEXT_MEMORY_INITIALIZE_PRIVATE_KHR;
  return options;
}

/// The parts of all inputs for one device; null if no input has any.
Result<std::shared_ptr<const ProgramParts>> linkedParts(const Context& context,
                                                        const Device& device,
                                                        std::span<Program* const> inputs,
                                                        const BuildOptions& options) {
  std::vector<std::shared_ptr<const ProgramParts>> found;
  for (const Program* input : inputs) {
    Program::DeviceBuild build = input->finishedBuild(device);
    if (build.binaryType == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
        build.binaryType == CL_PROGRAM_BINARY_TYPE_LIBRARY)
      found.push_back(std::move(build.parts));
  }
  if (found.empty()) return nullptr;
  // Some inputs have an object for the device and some have not.
  if (found.size() != inputs.size())
    return fail(CL_INVALID_OPERATION, std::to_string(inputs.size() - found.size()) + " of " +
                                          std::to_string(inputs.size()) +
                                          " programs are not compiled for the device");
  ProgramParts parts = linked(found, options);
  parts.options = added(parts.options, optionsOf(context));
  return std::make_shared<const ProgramParts>(std::move(parts));
}

/// The build_options of LANEWISE_DEVICE; empty if they are not valid.
const std::string& deviceOptions() {
  static const std::string& own = *[] {
    auto* text = new std::string(deviceConfig().buildOptions);
    const auto parsed = parseBuildOptions(*text, BuildStep::Compile);
    if (parsed) return text;
    std::fprintf(stderr, "lanewise: LANEWISE_DEVICE: build_options have no effect: %s\n",
                 parsed.error().message().data());
    text->clear();
    return text;
  }();
  return own;
}

/// The options of LANEWISE_DEVICE and LANEWISE_CHECK in front of those of a call.
std::string allOptions(const char* options) {
  std::string all;
  for (const std::string* own : {&deviceOptions(), &checkOption()})
    if (!own->empty()) all += *own + " ";
  return all + (options ? options : "");
}

}  // namespace

Program::Devices Program::buildDevices(std::span<Device* const> devices) const {
  if (!devices.empty()) return {devices.begin(), devices.end()};
  Devices all;
  for (const Ref<Device>& device : devices_) all.push_back(device.get());
  return all;
}

std::shared_ptr<const ProgramParts> Program::partsFor(const Device& device,
                                                      const BuildOptions& options,
                                                      std::vector<SourceHeader> headers) const {
  auto parts = std::make_shared<ProgramParts>();
  if (origin_ == Origin::Il || origin_ == Origin::Source) {
    if (il_) parts->modules = {il_};
    parts->options = added(options.code, optionsOf(*context_));
    if (origin_ == Origin::Source) {
      parts->source = sourceProgram(options, std::move(headers));
      // IL has no language that would forbid smaller groups.
      if (!options.nonUniformGroups) parts->options.uniformWorkGroupSize = true;
    }
    Lock lock(mutex_);
    for (const auto& [id, constant] : constants_) parts->constants.push_back(constant);
    return parts;
  }
  const auto given = given_.find(&device);
  if (given == given_.end()) return nullptr;
  *parts = *given->second;
  parts->options = added(added(parts->options, options.code), optionsOf(*context_));
  if (parts->options != given->second->options) parts->replies.reset();
  return parts;
}

std::shared_ptr<const SourceProgram> Program::sourceProgram(
    const BuildOptions& options, std::vector<SourceHeader> headers) const {
  // The front end does not know the version of the device.
  const cl_version version = Platform::get().numericVersion();
  std::vector<std::string> words = {
      "-D__OPENCL_VERSION__=" +
      std::to_string(CL_VERSION_MAJOR(version) * 100 + CL_VERSION_MINOR(version) * 10)};
  words.insert(words.end(), options.language.begin(), options.language.end());
  // Programs that include nothing have the same request in all folders.
  const auto includes = [](std::string_view text) {
    return text.contains("include") || text.contains("import") || text.contains("embed");
  };
  const bool needsFolder =
      includes(source_) || std::ranges::any_of(headers, includes, &SourceHeader::text);
  return std::make_shared<const SourceProgram>(source_, std::move(headers), std::move(words),
                                               needsFolder ? currentFolder() : std::string());
}

Status Program::refuse(const Devices& devices, const char* options, Status status) {
  // A build that failed, as far as the program can tell: what it was built to before is gone. That
  // is destroyed after the lock: code may be unmapped.
  std::vector<DeviceBuild> refused(devices.size());
  for (DeviceBuild& build : refused) {
    build.status = CL_BUILD_ERROR;
    build.options = options ? options : "";
    build.log = errorLog(status.message());
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
      return {CL_INVALID_OPERATION, "another build of the program is in progress"};
  if (const uint32_t count = kernelCount_.load(std::memory_order_relaxed))
    return {CL_INVALID_OPERATION, std::to_string(count) + " kernels of the program exist"};
  for (size_t i = 0; i < devices.size(); ++i) std::swap(builds_[devices[i]], fresh[i]);
  builder_ = getpid();
  return {};
}

void Program::abandon(const Devices& devices) noexcept {
  Lock lock(mutex_);
  for (const Device* device : devices) {
    const auto build = builds_.find(device);
    if (build != builds_.end() && build->second.status == CL_BUILD_IN_PROGRESS)
      build->second.status = CL_BUILD_ERROR;
  }
  buildEnded_.notify_all();
}

void Program::finish(const Device& device, DeviceBuild build) {
  uniformWorkGroups_.store(build.parts && build.parts->options.uniformWorkGroupSize,
                           std::memory_order_relaxed);
  Lock lock(mutex_);
  std::swap(builds_[&device], build);
  buildEnded_.notify_all();
}

Status Program::build(std::span<Device* const> devices, const char* options, Notify notify,
                      void* user) {
  const Devices targets = buildDevices(devices);
  if (origin_ == Origin::Link)
    return {CL_INVALID_OPERATION, "a linked program cannot be built again"};
  const auto parsed = parseBuildOptions(allOptions(options), BuildStep::Build);
  if (!parsed) return refuse(targets, options, parsed.error());
  Job job{*this,
          {},
          options ? options : "",
          CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
          CL_BUILD_PROGRAM_FAILURE,
          notify,
          user};
  for (Device* device : targets) {
    // One build serves all devices that are asked for the same: they are parts of one machine.
    const bool isSame = !job.tasks.empty() && origin_ != Origin::Binary;
    auto parts = isSame ? job.tasks.front().parts : partsFor(*device, *parsed);
    if (!parts) return {CL_INVALID_BINARY, "the program has no binary for the device"};
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
  const auto parsed = parseBuildOptions(allOptions(options), BuildStep::Compile);
  if (!parsed) return refuse(targets, options, parsed.error());
  Job job{*this,
          {},
          options ? options : "",
          CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
          CL_COMPILE_PROGRAM_FAILURE,
          notify,
          user};
  const auto parts = partsFor(*targets.front(), *parsed, std::move(headers));
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
          options ? options : "",
          cl_program_binary_type(parsed->createLibrary ? CL_PROGRAM_BINARY_TYPE_LIBRARY
                                                       : CL_PROGRAM_BINARY_TYPE_EXECUTABLE),
          CL_LINK_PROGRAM_FAILURE,
          notify,
          user};
  Devices linked;
  for (Device* device : targets) {
    TRY(auto parts, linkedParts(context, *device, inputs, *parsed));
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
  for (const auto& task : job.tasks)
    if (hasChecks(task.parts->options)) CheckReports::get().begin();
  try {
    if (!background) return run(job);
    const auto shared = std::make_shared<const Job>(std::move(job));
    runInBackground(
        [shared, begun] {
          try {
            run(*shared);
          } catch (const std::exception&) {
            shared->program->abandon(begun);
          }
        },
        [shared] { shared->notify(shared->program->handle(), shared->user); });
    return {};
  } catch (const std::exception&) {
    program->abandon(begun);
    throw;
  }
}

std::string_view Program::makeBuild(const Job& job, const Device& device, DeviceBuild& build) {
  const bool makesCode = job.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  // A compiled object of IL and a library are their modules.
  if (!makesCode && !build.parts->source) return "";
  CompileRequest request =
      makesCode ? codeRequest(*build.parts, device) : moduleRequest(*build.parts);
  const auto& given = build.parts->replies;
  BuildResult result = buildRequest(
      request, given ? std::span<const StoredReply>(*given) : std::span<const StoredReply>());
  build.log = std::move(result.log);
  if (result.outcome != Outcome::Ok) {
    build.status = CL_BUILD_ERROR;
    build.binaryType = CL_PROGRAM_BINARY_TYPE_NONE;
    return textOf(result.origin);
  }
  auto parts = std::make_shared<ProgramParts>(*build.parts);
  if (std::exchange(parts->source, nullptr)) parts->modules = {result.module};
  // A binary has the options that its code was made with. A build of it with -g tries again.
  parts->options.debugInfo = request.options.debugInfo;
  build.parts = std::move(parts);
  if (result.code) {
    build.globalVariableBytes = result.code->globalVariableBytes();
    allowKinds(*result.code, build.parts);
    build.executable = Executable(std::move(result.code));
  } else if (result.deferred) {
    build.executable = Executable(std::make_shared<DeferredCode>(
        std::move(result.deferred),
        [parts = build.parts](const CompileReply& reply, std::span<const size_t> which) {
          return makeDeferred(parts, reply, which);
        }));
  }
  return textOf(result.origin);
}

void Program::logSuccess(const Job& job, const DeviceBuild& build, std::string_view origin,
                         std::chrono::steady_clock::time_point start) {
  const std::chrono::duration<double, std::milli> time = std::chrono::steady_clock::now() - start;
  std::string what = job.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE        ? "built"
                     : job.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ? "compiled"
                                                                          : "linked to a library";
  char took[32];
  std::snprintf(took, sizeof took, " in %.1f ms", time.count());
  what.append(took).append(origin);
  if (build.executable) {
    what +=
        build.executable.isDeferred() ? ", kernels, with code when it is needed:" : ", kernels:";
    for (const CompiledKernel& kernel : build.executable.kernels()) {
      what += " " + kernel.metadata.name;
      if (isScalarAtFirst(kernel.metadata)) what += " (scalar, until launches take long)";
    }
  }
  if (!build.log.empty()) what += "\n" + build.log;
  log(LogGroup::Build, "options '%s': %s", job.options.c_str(), what.c_str());
}

Status Program::run(const Job& job) {
  Status result;
  const Job::Task* before = nullptr;
  DeviceBuild build;
  std::vector<std::string> failures;
  for (const Job::Task& task : job.tasks) {
    if (!before || before->parts != task.parts) {
      const auto start = std::chrono::steady_clock::now();
      build = {};
      build.status = CL_BUILD_SUCCESS;
      build.options = job.options;
      build.binaryType = job.type;
      build.parts = task.parts;
      std::string_view origin;
      try {
        origin = makeBuild(job, *task.device, build);
      } catch (const std::exception&) {
        build.status = CL_BUILD_ERROR;
        build.binaryType = CL_PROGRAM_BINARY_TYPE_NONE;
        build.log = errorLog("out of host memory");
      }
      if (build.status == CL_BUILD_ERROR)
        build.log += deviceConfig().noteForBuilds(!deviceOptions().empty());
      if (build.status == CL_BUILD_SUCCESS && logs(LogGroup::Build))
        logSuccess(job, build, origin, start);
    }
    before = &task;
    if (build.status == CL_BUILD_ERROR) {
      // The log is written once: to the group `build`, and as CL_PROGRAM_BUILD_LOG.
      result = {job.failure, "CL_PROGRAM_BUILD_LOG has the reason, and so has LANEWISE_LOG=build"};
      log(LogGroup::Build, "options '%s': %s", job.options.c_str(), build.log.c_str());
    }
    job.program->finish(*task.device, build);
    if (build.status == CL_BUILD_ERROR) failures.push_back(build.log);
  }
  // In the end, because the notify function may call what waits for the build.
  for (const std::string& failure : failures)
    job.program->context().report("program build failed: ", failure);
  return result;
}

}  // namespace lanewise
