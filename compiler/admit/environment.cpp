// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of the OpenCL environment that look at one instruction at a time. What a module may
// declare comes from extensions.def.
#include <algorithm>
#include <initializer_list>
#include <unordered_set>

#include "compiler/admit/stages.h"

namespace lanewise::admit {
namespace {

struct Row {
  bool has;
  std::initializer_list<spv::Capability> capabilities;
  std::initializer_list<const char*> spirvExtensions;
};

/// What the rows of extensions.def admit.
struct Admitting {
  std::unordered_set<uint32_t> capabilities;
  std::unordered_set<std::string_view> spirvExtensions;

  void add(const Row& row) {
    if (!row.has) return;
    for (spv::Capability capability : row.capabilities) capabilities.insert(uint32_t(capability));
    for (const char* extension : row.spirvExtensions) spirvExtensions.insert(extension);
  }

  Admitting() {
    using enum spv::Capability;
#define CAPABILITIES(...) {__VA_ARGS__}
#define SPIRV_EXTENSIONS(...) {__VA_ARGS__}
#define CORE(name, capabilities, spirvExtensions) add({true, capabilities, spirvExtensions});
#define EXTENSION(name, major, minor, patch, where, condition, capabilities, spirvExtensions) \
  add({condition, capabilities, spirvExtensions});
#define FEATURE(name, major, minor, patch, condition, capabilities, spirvExtensions) \
  add({condition, capabilities, spirvExtensions});
#include "compiler/extensions.def"
  }
};

class Environment {
 public:
  explicit Environment(const Module& module) : module_(module) {}

  Admissible<void> run() const {
    for (const Instruction& i : module_.instructions)
      if (std::string problem = check(i); !problem.empty())
        return std::unexpected(module_.refusal(i, problem));
    return {};
  }

 private:
  /// The reason why the instruction is refused, empty when it is not.
  std::string check(const Instruction& i) const {
    switch (i.opcode) {
      case spv::Op::OpCapability: return capability(i);
      case spv::Op::OpExtension: return extension(i);
      case spv::Op::OpExtInstImport: return import(i);
      case spv::Op::OpMemoryModel: return memoryModel(i);
      case spv::Op::OpEntryPoint: return entryPoint(i);
      default: return {};
    }
  }

  std::string capability(const Instruction& i) const {
    const auto capability = spv::Capability(module_.word(i, 1));
    if (admits_.capabilities.contains(uint32_t(capability))) return {};
    return "the capability " + std::string(spv::CapabilityToString(capability)) + " (" +
           std::to_string(uint32_t(capability)) + ") is not supported by this device";
  }

  std::string extension(const Instruction& i) const {
    const std::string name = module_.text(i, 1);
    if (admits_.spirvExtensions.contains(name)) return {};
    return "the SPIR-V extension '" + name + "' is not supported by this device";
  }

  std::string import(const Instruction& i) const {
    const std::string name = module_.text(i, 2);
    if (name == "OpenCL.std" || name == "OpenCL.DebugInfo.100" || name.starts_with("NonSemantic."))
      return {};
    return "the extended instruction set '" + name + "' is not supported by this device";
  }

  std::string memoryModel(const Instruction& i) const {
    const auto addressing = spv::AddressingModel(module_.word(i, 1));
    const auto memory = spv::MemoryModel(module_.word(i, 2));
    if (addressing == spv::AddressingModel::Physical32)
      return "the module is made for 32-bit addresses (Physical32), this device has 64-bit ones "
             "(Physical64)";
    if (addressing != spv::AddressingModel::Physical64)
      return "the addressing model is " + std::string(spv::AddressingModelToString(addressing)) +
             ", this device has Physical64";
    if (memory != spv::MemoryModel::OpenCL)
      return "the memory model is " + std::string(spv::MemoryModelToString(memory)) +
             ", OpenCL demands OpenCL";
    return {};
  }

  std::string entryPoint(const Instruction& i) const {
    const auto model = spv::ExecutionModel(module_.word(i, 1));
    if (model == spv::ExecutionModel::Kernel) return {};
    return "the execution model is " + std::string(spv::ExecutionModelToString(model)) +
           ", OpenCL demands Kernel";
  }

  const Module& module_;
  const Admitting admits_;
};

}  // namespace

Admissible<void> checkEnvironment(const Module& module) { return Environment(module).run(); }

}  // namespace lanewise::admit
