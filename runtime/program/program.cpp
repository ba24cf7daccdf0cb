// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs as objects: creating them, queries, their kernels. Building: program_build.cpp.
#include "runtime/program/program.h"

#include "runtime/base/log.h"
#include "runtime/program/program_parts.h"

#include <unistd.h>

#include <algorithm>

namespace lanewise {
namespace {

std::vector<Device*> allOf(const Context& context) {
  std::vector<Device*> devices;
  for (const Ref<Device>& device : context.devices()) devices.push_back(device.get());
  return devices;
}

/// How many replies for other CPUs a program binary passes on.
constexpr size_t kMaxForeignReplies = 15;

}  // namespace

Program::Program(Context& context, Origin origin, const Devices& devices, std::string source)
    : context_(context), origin_(origin), source_(std::move(source)) {
  for (Device* device : devices) {
    devices_.emplace_back(device);
    builds_.try_emplace(device);
  }
}

Program::~Program() = default;

// Launches that are not complete hold the code, whose finalizers come before the callbacks.
void Program::onLastUse() {
  struct End {
    Program& self;
    ~End() { self.releaseCallbacks_.deleteAfterCallbacks(&self); }
  };
  if (!releaseCallbacks_.any()) {
    delete this;
    return;
  }
  std::shared_ptr<End> end;  // dropped behind the builds
  try {
    end = std::make_shared<End>(*this);
  } catch (const std::bad_alloc&) {
    return releaseCallbacks_.deleteAfterCallbacks(this);
  }
  std::map<const Device*, DeviceBuild> builds;
  {
    Lock lock(mutex_);
    builds.swap(builds_);
  }
  for (const auto& [device, build] : builds) build.executable.keepUntilFinalized(end);
}

Program* Program::createWithSource(Context& context, std::string source) {
  return new Program(context, Origin::Source, allOf(context), std::move(source));
}

Result<Program*> Program::createWithIl(Context& context, std::span<const std::byte> il) {
  auto module = readSpirvModule(il);
  if (!module) {
    log(LogGroup::Build, "%s", module.error().message().data());
    return std::unexpected(std::move(module.error()));
  }
  const auto* bytes = reinterpret_cast<const uint8_t*>(il.data());
  auto program = std::unique_ptr<Program>(new Program(context, Origin::Il, allOf(context)));
  program->il_ = std::make_shared<const std::vector<uint8_t>>(bytes, bytes + il.size());
  program->module_ = std::move(*module);
  return program.release();
}

Result<Program*> Program::createWithBinaries(Context& context, std::span<Device* const> devices,
                                             std::span<const std::span<const uint8_t>> binaries,
                                             std::span<cl_int> binaryStatus) {
  auto program = std::unique_ptr<Program>(
      new Program(context, Origin::Binary, Devices(devices.begin(), devices.end())));
  bool allRead = true;
  Lock lock(program->mutex_);
  for (size_t i = 0; i < devices.size(); ++i) {
    auto binary = decodeProgramBinary(binaries[i]);
    const auto type = binary ? binary->program.type : CL_PROGRAM_BINARY_TYPE_NONE;
    auto parts = binary ? partsOf(*std::move(binary)) : std::nullopt;
    if (i < binaryStatus.size()) binaryStatus[i] = parts ? CL_SUCCESS : CL_INVALID_BINARY;
    allRead &= parts.has_value();
    if (!parts) continue;
    DeviceBuild& build = program->builds_[devices[i]];
    build.binaryType = type;
    build.parts = std::make_shared<const ProgramParts>(*std::move(parts));
    program->given_[devices[i]] = build.parts;
  }
  if (!allRead) return fail(CL_INVALID_BINARY, "not a program binary");
  return program.release();
}

bool Program::hasDevice(const Device& device) const {
  return std::ranges::find(devices_, &device, &Ref<Device>::get) != devices_.end();
}

Program::DeviceBuild Program::deviceBuild(const Device& device) const {
  Lock lock(mutex_);
  const DeviceBuild* found = buildForLocked(device);
  return found ? *found : DeviceBuild();
}

bool Program::isFinishedLocked(const DeviceBuild& build) const {
  return build.status != CL_BUILD_IN_PROGRESS || builder_ != getpid();
}

bool Program::areFinishedLocked() const {
  for (const auto& [device, build] : builds_)
    if (!isFinishedLocked(build)) return false;
  return true;
}

Program::DeviceBuild Program::finishedBuild(const Device& device) const {
  Lock lock(mutex_);
  const DeviceBuild* found = nullptr;
  while ((found = buildForLocked(device)) && !isFinishedLocked(*found)) buildEnded_.wait(mutex_);
  return found ? *found : DeviceBuild();
}

bool Program::isBuiltFor(const Device& device) const {
  Lock lock(mutex_);
  const DeviceBuild* build = buildForLocked(device);
  return build && build->executable;
}

const Program::DeviceBuild* Program::buildForLocked(const Device& device) const {
  for (const Device* at = &device; at; at = at->parent()) {
    const auto found = builds_.find(at);
    if (found != builds_.end() && (found->second.status != CL_BUILD_NONE || found->second.parts))
      return &found->second;
  }
  return nullptr;
}

std::vector<uint8_t> Program::binary(const Device& device) const {
  const DeviceBuild build = finishedBuild(device);
  if (!build.parts || build.binaryType == CL_PROGRAM_BINARY_TYPE_NONE) return {};
  ProgramBinary binary;
  binary.program = lastingProgram(*build.parts, build.binaryType);
  std::string identity;
  if (build.executable) {
    const auto reply = build.executable.wholeReply();
    if (reply) identity = compilerIdentityOf(codeRequest(*build.parts, device), **reply);
    if (!identity.empty()) binary.replies.push_back({identity, codeOnly(withoutTimes(**reply))});
  }
  if (build.parts->replies)
    for (const StoredReply& reply : *build.parts->replies)
      if (reply.compilerIdentity != identity && binary.replies.size() <= kMaxForeignReplies)
        binary.replies.push_back(reply);
  return encode(std::move(binary));
}

Status Program::setSpecializationConstant(cl_uint id, size_t sizeBytes, const void* value) {
  const auto known = module_.constantBytes.find(id);
  if (known == module_.constantBytes.end())
    return {CL_INVALID_SPEC_ID, "the module has no specialization constant " + std::to_string(id)};
  if (known->second != sizeBytes)
    return {CL_INVALID_VALUE, "specialization constant " + std::to_string(id) + " has " +
                                  std::to_string(known->second) + " bytes, not " +
                                  std::to_string(sizeBytes)};
  const auto* bytes = static_cast<const uint8_t*>(value);
  Lock lock(mutex_);
  constants_[id] = {id, std::vector<uint8_t>(bytes, bytes + sizeBytes)};
  return {};
}

Result<Executable> Program::executable() const {
  Lock lock(mutex_);
  while (!areFinishedLocked()) buildEnded_.wait(mutex_);
  for (const auto& [device, build] : builds_)
    if (build.status == CL_BUILD_SUCCESS && build.executable) return build.executable;
  return fail(CL_INVALID_PROGRAM_EXECUTABLE, "the program is not built for any device");
}

Result<Kernel*> Program::createKernel(const char* name) {
  TRY(const Executable all, executable());
  auto compiled = all.find(name);
  if (!compiled)
    return fail(CL_INVALID_KERNEL_NAME, "the program has no kernel '" + std::string(name) + "'");
  auto* kernel = new Kernel(*this, compiled);
  if (compiled->deferred) compiled->deferred->prepareCodeOf(*compiled);
  return kernel;
}

// An application that asks for all may launch few: their code is made when they are launched.
Result<std::vector<Kernel*>> Program::createKernels() {
  TRY(const Executable all, executable());
  std::vector<ApiRef<Kernel>> made;  // gone again if one of them cannot be made
  std::vector<Kernel*> kernels;
  made.reserve(all.kernels().size());
  kernels.reserve(all.kernels().size());
  for (const CompiledKernel& compiled : all.kernels())
    made.push_back(ApiRef<Kernel>::adopt(new Kernel(*this, all.hold(compiled))));
  for (ApiRef<Kernel>& kernel : made) kernels.push_back(kernel.detach());
  return kernels;
}

Result<std::vector<std::string>> Program::kernelNames() const {
  TRY(const Executable all, executable());
  std::vector<std::string> names;
  for (const CompiledKernel& kernel : all.kernels()) names.push_back(kernel.metadata.name);
  return names;
}

Result<bool> Program::hasInitializers() const {
  TRY(const Executable all, executable());
  return all.hasInitializers();
}

Result<bool> Program::hasFinalizers() const {
  TRY(const Executable all, executable());
  return all.hasFinalizers();
}

}  // namespace lanewise
