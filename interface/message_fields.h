// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fields of each message `m`, in the order in which a visitor `v` of byte_codec.h writes or
// reads them. `v` returns false at the end of the bytes. Used for sending and storing messages.
#pragma once

#include "interface/byte_codec.h"
#include "interface/compile_reply.h"
#include "interface/compile_request.h"

namespace lanewise {

template <class V>
bool visit(V& v, Fields<SpecializationConstant> auto& m) {
  return v(m.id) && v(m.bytes) && v(m.module);
}

template <class V>
bool visit(V& v, Fields<SourceHeader> auto& m) {
  return v(m.name) && v(m.text);
}

template <class V>
bool visit(V& v, Fields<SourceProgram> auto& m) {
  return v(m.text) && v(m.headers) && v(m.options) && v(m.folder);
}

template <class V>
bool visit(V& v, Fields<CodeOptions> auto& m) {
  return true
#define CODE_OPTION(member, option, whole) &&v(m.member)
#include "interface/code_options.def"
      ;
}

template <class V>
bool visit(V& v, Fields<KnownBytes> auto& m) {
  return v(m.argument) && v(m.offsetBytes) && v(m.bytes);
}

template <class V>
bool visit(V& v, Fields<LaunchKind> auto& m) {
  return v(m.kernel) && v(m.lanes) && v(m.otherLanes) && v(m.laneDimension) && v(m.localSize) &&
         v(m.objects);
}

template <class V>
bool visit(V& v, Fields<DeviceLimits> auto& m) {
  return v(m.without) && v(m.subGroupSizes);
}

template <class V>
bool visit(V& v, Fields<KernelArgument> auto& m) {
  return true
#define ARGUMENT_FACT(type, member, initial) &&v(m.member)
#include "interface/kernel_facts.def"
      ;
}

template <class V>
bool visit(V& v, Fields<KernelMetadata> auto& m) {
  return true
#define KERNEL_FACT(type, member, initial) &&v(m.member)
#include "interface/kernel_facts.def"
      ;
}

template <class V>
bool visit(V& v, Fields<CompileRequest> auto& m) {
  // decodeSource() reads the first two.
  return v(m.goal) && v(m.source) && v(m.modules) && v(m.specializationConstants) && v(m.options) &&
         v(m.level) && v(m.cpu) && v(m.device) && v(m.lanes) && v(m.tier) && v(m.hasCrashed) &&
         v(m.hasExceededTime) && v(m.kinds) && v(m.deferCode) && v(m.bitcode) && v(m.kernels) &&
         v(m.dumpStages) && v(m.dumpFolder);
}

template <class V>
bool visit(V& v, Fields<StageTime> auto& m) {
  return v(m.name) && v(m.wallMicroseconds) && v(m.cpuMicroseconds);
}

template <class V>
bool visit(V& v, Fields<Dependency> auto& m) {
  return v(m.kind) && v(m.path) && v(m.state);
}

template <class V>
bool visit(V& v, Fields<SourcePlace> auto& m) {
  return v(m.file) && v(m.line) && v(m.column);
}

template <class V>
bool visit(V& v, Fields<ModulePlace> auto& m) {
  return v(m.number) && v(m.wordOffset) && v(m.instruction);
}

template <class V>
bool visit(V& v, Fields<Diagnostic> auto& m) {
  return v(m.kind) && v(m.text) && v(m.source) && v(m.module) && v(m.function) && v(m.kernels) &&
         v(m.rendered);
}

template <class V>
bool visit(V& v, Fields<KernelBitcode> auto& m) {
  return v(m.kernels) && v(m.bytes);
}

template <class V>
bool visit(V& v, Fields<CompileReply> auto& m) {
  return v(m.outcome) && v(m.diagnostics) && v(m.kernels) && v(m.module) && v(m.code) &&
         v(m.bitcode) && v(m.globalVariableBytes) && v(m.stages) && v(m.dependencies) &&
         v(m.dependsOnBuildTime) && v(m.exceededSeconds);
}

}  // namespace lanewise
