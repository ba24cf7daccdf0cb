// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Requests made of parts, and parts made of other parts.
#include "runtime/program/program_parts.h"

#include "runtime/base/config.h"
#include "runtime/base/paths.h"
#include "runtime/device/device_config.h"
#include "runtime/program/build_options.h"

#include <CL/cl.h>
#include <string_view>
#include <utility>

namespace lanewise {
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

/// The options of a program that is linked of two.
CodeOptions combined(const CodeOptions& a, const CodeOptions& b) {
  CodeOptions both;
  const auto All = [](bool one, bool other) { return one && other; };
  const auto Any = [](bool one, bool other) { return one || other; };
#define CODE_OPTION(member, option, whole) both.member = whole(a.member, b.member);
#include "interface/code_options.def"
  return both;
}

void addDeviceAndDump(CompileRequest& request, const Device& device) {
  request.level = device.facts().level;
  if (request.level == "native") request.cpu = device.facts().features;
  request.device = deviceLimits();
  request.lanes = static_cast<uint32_t>(config().lanes);
  request.tier = config().specialize == "off"     ? Tier::All
                 : config().specialize == "quick" ? Tier::Quick
                                                  : Tier::First;
  request.deferCode = config().defer == "off"      ? DeferCode::Never
                      : config().defer == "always" ? DeferCode::Always
                                                   : DeferCode::WhereLong;
  request.options.explain |= config().explain;
  request.dumpStages = splitAtCommas(config().dump);
  if (request.dumpStages.empty()) return;
  // The compiler process has another working folder.
  request.dumpFolder = absolutePath(config().dumpFolder);
}

}  // namespace

uint64_t ProgramParts::moduleBytes() const {
  uint64_t sum = 0;
  for (const auto& module : modules) sum += module->size();
  return sum;
}

CompileRequest codeRequest(const ProgramParts& parts, const Device& device) {
  CompileRequest request;
  if (parts.source) {
    request.goal = Goal::SourceToCode;
    request.source = *parts.source;
  }
  for (const auto& module : parts.modules) request.modules.push_back(*module);
  request.specializationConstants = parts.constants;
  request.options = parts.options;
  addDeviceAndDump(request, device);
  return request;
}

CompileRequest bitcodeRequest(const ProgramParts& parts, const Device& device,
                              const CompileReply& reply, std::span<const size_t> which) {
  CompileRequest request;
  request.goal = Goal::BitcodeToCode;
  request.options = parts.options;
  addDeviceAndDump(request, device);
  request.deferCode = DeferCode::Never;
  for (const size_t index : which) {
    request.bitcode.push_back(reply.bitcode[index].bytes);
    for (const uint32_t kernel : reply.bitcode[index].kernels)
      request.kernels.push_back(reply.kernels[kernel]);
  }
  return request;
}

CompileRequest moduleRequest(const ProgramParts& parts) {
  CompileRequest request;
  request.goal = Goal::SourceToModule;
  request.source = *parts.source;
  request.device = deviceLimits();
  request.options.initializePrivate = parts.options.initializePrivate;
  request.options.checkUninitialized = parts.options.checkUninitialized;
  // The front end reads these among the source's options; the build reads them here.
  request.options.debugInfo = parts.options.debugInfo;
  request.options.explain = parts.options.explain || config().explain;
  return request;
}

LastingProgram lastingProgram(const ProgramParts& parts, cl_program_binary_type type) {
  CompileRequest made;
  for (const auto& module : parts.modules) made.modules.push_back(*module);
  made.specializationConstants = parts.constants;
  made.options = parts.options;
  LastingProgram program = lastingProgram(std::move(made));
  program.type = type;
  program.takesLinkOptions = parts.takesLinkOptions;
  return program;
}

static_assert(kExecutableBinary == CL_PROGRAM_BINARY_TYPE_EXECUTABLE);

std::optional<ProgramParts> partsOf(ProgramBinary binary) {
  LastingProgram& program = binary.program;
  const bool isProgram = program.type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT ||
                         program.type == CL_PROGRAM_BINARY_TYPE_LIBRARY ||
                         program.type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  if (!isProgram || program.modules.empty()) return std::nullopt;
  ProgramParts parts;
  for (const std::string& given : program.options) {
    bool isKnown = false;
#define CODE_OPTION(member, option, whole) \
  if (given == option) isKnown = parts.options.member = true;
#include "interface/code_options.def"
    if (!isKnown) return std::nullopt;
  }
  for (LastingConstant& constant : program.constants) {
    if (constant.module >= program.modules.size()) return std::nullopt;
    parts.constants.push_back({constant.id, std::move(constant.bytes), constant.module});
  }
  for (auto& module : program.modules)
    parts.modules.push_back(std::make_shared<const std::vector<uint8_t>>(std::move(module)));
  parts.takesLinkOptions = program.takesLinkOptions;
  if (!binary.replies.empty())
    parts.replies = std::make_shared<const std::vector<StoredReply>>(std::move(binary.replies));
  return parts;
}

CodeOptions added(CodeOptions options, const CodeOptions& more) {
#define CODE_OPTION(member, option, whole) options.member |= more.member;
#include "interface/code_options.def"
  return options;
}

ProgramParts linked(std::span<const std::shared_ptr<const ProgramParts>> inputs,
                    const BuildOptions& options) {
  ProgramParts all;
  all.options = inputs.front()->options;
  for (const auto& input : inputs) {
    for (SpecializationConstant constant : input->constants) {
      constant.module += all.modules.size();
      all.constants.push_back(std::move(constant));
    }
    all.modules.insert(all.modules.end(), input->modules.begin(), input->modules.end());
    all.options = combined(all.options, input->options);
    all.takesLinkOptions &= input->takesLinkOptions;
  }
  // Code is made of the whole: if one input may not be relaxed, nothing is.
  if (all.takesLinkOptions) all.options = added(all.options, options.code);
  if (options.createLibrary) all.takesLinkOptions &= options.enableLinkOptions;
  return all;
}

}  // namespace lanewise
