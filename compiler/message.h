// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What travels between the runtime and the compiler: CompileRequest and CompileReply, and what is
// kept of the two, StoredBuild; and their encoding as bytes. No LLVM, no OpenCL. Decoding trusts
// nothing: a short or odd message is
// std::nullopt, and no count in it leads to an allocation larger than the message.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

/// One value given by clSetProgramSpecializationConstant.
struct SpecializationConstant {
  uint32_t id = 0;
  std::vector<uint8_t> bytes;  // little-endian, as many as the constant's type has
  uint32_t module = 0;         // that it is for: index in CompileRequest::modules
  bool operator==(const SpecializationConstant&) const = default;
};

/// What the options of clBuildProgram say about code generation: rows of code_options.def.
struct CodeOptions {
#define CODE_OPTION(member, option, whole) bool member = false;
#include "compiler/code_options.def"
  bool operator==(const CodeOptions&) const = default;
};

/// A header of clCompileProgram: the name that #include asks for, and its text.
struct SourceHeader {
  std::string name;
  std::string text;
  bool operator==(const SourceHeader&) const = default;
};

/// A program in OpenCL C or C++ for OpenCL.
struct SourceProgram {
  std::string text;
  std::vector<SourceHeader> headers;
  /// The options of clBuildProgram that concern the language, one word each: -D, -I (absolute
  /// folders), -w, -Werror, -cl-std=..., -cl-single-precision-constant, -g, ...
  std::vector<std::string> options;
  bool operator==(const SourceProgram&) const = default;
};

/// What a request is for.
enum class Goal : uint8_t {
  Code,    // `modules` to linked code
  Module,  // `source` to a SPIR-V module
};

struct CompileRequest {
  Goal goal = Goal::Code;
  SourceProgram source;
  /// SPIR-V modules as given by the application; linked when there are several.
  std::vector<std::vector<uint8_t>> modules;
  std::vector<SpecializationConstant> specializationConstants;
  CodeOptions options;
  /// A row of compiler/target_levels.def ("x86-64-v3"), or "native".
  std::string level = "native";
  /// Where the level is "native": tells CPUs apart that code may not be exchanged between. Nothing
  /// is made of it; two requests for two CPUs are not the same.
  std::string cpu;
  /// Names of stages to dump (LANEWISE_DUMP) and the folder to write them to.
  std::vector<std::string> dumpStages;
  std::string dumpFolder;
  bool operator==(const CompileRequest&) const = default;
};

enum class AddressSpace : uint8_t { Private, Global, Constant, Local, Generic };

enum class ArgumentKind : uint8_t {
  Value,         // sizeBytes bytes, copied into the argument block
  Pointer,       // global, constant or generic: 8 bytes
  LocalPointer,  // 8 bytes: the offset of the block that the host lays out
  Image,
  Sampler,
  Pipe,
  Queue,
};

struct KernelArgument {
  std::string name;      // empty when the module has none
  std::string typeName;  // as clGetKernelArgInfo tells it
  ArgumentKind kind = ArgumentKind::Value;
  AddressSpace addressSpace = AddressSpace::Private;
  uint32_t accessQualifier = 0;  // SPIR-V AccessQualifier + 1, 0 for none
  bool isConst = false, isRestrict = false, isVolatile = false;
  uint32_t offsetBytes = 0;  // in the argument block
  uint32_t sizeBytes = 0;    // what clSetKernelArg must be given (8 for LocalPointer's slot)
  uint32_t alignBytes = 1;   // of the value; of the pointee for LocalPointer
  bool operator==(const KernelArgument&) const = default;
};

enum class KernelRole : uint8_t {
  Kernel,       // for the application
  Initializer,  // runs once when the code is loaded, before any kernel
  Finalizer,    // runs once before the code goes
};

struct KernelFacts {
  std::string name;
  KernelRole role = KernelRole::Kernel;
  /// Symbol of the abi::Entry in the linked code.
  std::string symbol;
  std::vector<KernelArgument> arguments;
  uint32_t argumentBytes = 0;  // of the whole argument block
  /// The kernel's own __local variables, bytes.
  uint64_t localBytes = 0;
  uint64_t privateBytes = 0;  // per work-item, an estimate
  /// Scratch of a group = scratchFixedBytes + scratchItemBytes * work-items in a full group.
  uint64_t scratchFixedBytes = 0;
  uint64_t scratchItemBytes = 0;
  uint32_t requiredLocalSize[3] = {0, 0, 0};  // reqd_work_group_size; zeros: none
  uint32_t localSizeHint[3] = {0, 0, 0};
  /// Work-items of each sub-group but the last of a group: a row of sub_group_sizes.def, whether
  /// the kernel asks for it or the compiler chose it. Of what group ever the kernel is launched
  /// with.
  uint32_t subGroupSize = 1;
  uint32_t requiredSubGroupSize = 0;   // intel_reqd_sub_group_size; 0: none
  uint32_t requiredSubGroupCount = 0;  // of a work-group (SubgroupsPerWorkgroup); 0: none
  std::string vecTypeHint;
  std::string attributes;  // as CL_KERNEL_ATTRIBUTES tells them
  bool usesBarrier = false;
  bool usesPrintf = false;
  bool operator==(const KernelFacts&) const = default;
};

enum class Outcome : uint8_t {
  Ok,
  BadRequest,  // the message could not be decoded
  Refused,     // the module is not valid, not admitted, or uses what is missing; see log
  Failed,      // our mistake or a resource limit; see log
};

/// What one stage of a build took; CPU time is that of all threads of the process.
struct StageTime {
  std::string name;
  uint32_t wallMicroseconds = 0;
  uint32_t cpuMicroseconds = 0;
  bool operator==(const StageTime&) const = default;
};

enum class DependencyKind : uint8_t {
  Compiler,  // this compiler's library; `state` is its build id
  Library,   // a library that it uses; `state` is its build id
  File,      // looked for in a folder of -I; `state` as compiler/dependency.h has it
};

/// What a reply was made from beside the request.
struct Dependency {
  DependencyKind kind = DependencyKind::File;
  std::string path;  // absolute
  std::string state;
  bool operator==(const Dependency&) const = default;
};

struct CompileReply {
  Outcome outcome = Outcome::Failed;
  std::string log;
  std::vector<KernelFacts> kernels;
  /// Of Goal::Module: SPIR-V.
  std::vector<uint8_t> module;
  /// A linked shared object (ELF), loadable by the dynamic loader, without undefined symbols.
  std::vector<uint8_t> code;
  /// Sum of the sizes of program-scope variables in global memory, bytes; code with such variables
  /// may not be shared between programs.
  uint64_t globalVariableBytes = 0;
  /// In order.
  std::vector<StageTime> stages;
  /// The same request leads to the same reply as long as these are as they were.
  std::vector<Dependency> dependencies;
  /// Not even then: the program says when it was built (__TIME__).
  bool passing = false;
  bool operator==(const CompileReply&) const = default;
};

/// "abi 3 messages 1f00baa5": what runtime and compiler must agree on, of the code that is asked.
/// The second number is made of the types of all fields in their order, so it changes with them.
std::string interfaceVersion();

/// A reply and who made it: `maker` is the same text for the same compiler, CPU and kernel ABI.
struct StoredReply {
  std::string maker;
  CompileReply reply;
};

/// A request with what was made of it: an entry of the disk cache, or a program binary.
struct StoredBuild {
  uint32_t binaryType = 0;       // cl_program_binary_type; 0 for an entry of the cache
  bool takesLinkOptions = true;  // of a library
  CompileRequest request;
  std::vector<StoredReply> replies;
};

std::vector<uint8_t> encode(const CompileRequest& request);
std::vector<uint8_t> encode(const CompileReply& reply);
std::vector<uint8_t> encode(const StoredBuild& build);
std::optional<CompileRequest> decodeRequest(std::span<const uint8_t> bytes);
std::optional<CompileReply> decodeReply(std::span<const uint8_t> bytes);
std::optional<StoredBuild> decodeStoredBuild(std::span<const uint8_t> bytes);

}  // namespace lanewise
