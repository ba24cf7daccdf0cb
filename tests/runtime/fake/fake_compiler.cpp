// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler for tests: the source or the first module contains "fake:<word>", which selects what
// the compiler does. "fake:ok" replies with the code of fake_kernel.cpp and its kernel metadata.
// The log then echoes how many requests this process served and its process id. The module made of
// a source is the source's text; it depends on the files that -I names. "fake:deferred <word>"
// defers the code: the bitcode is "fake:<word>". A request that may not defer it is one for
// "fake:<word>".
#include "interface/compile_reply.h"
#include "interface/compile_request.h"
#include "interface/compiler.h"
#include "interface/dependency.h"
#include "tests/runtime/fake/attempts.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <new>
#include <string>
#include <string_view>
#include <thread>

namespace {

using namespace lanewise;

struct Order {
  std::string word, path;  // the text after the word and a blank, up to the next blank
  std::string rest;        // all of it
};

Order orderIn(std::string_view text) {
  const size_t begin = text.find("fake:");
  if (begin == text.npos) return {};
  text = text.substr(begin + 5);
  text = text.substr(0, text.find('\0'));
  const size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz-");
  const std::string word(text.substr(0, end));
  if (end == text.npos || text[end] != ' ') return {word, {}, {}};
  const std::string_view rest = text.substr(end + 1);
  return {word, std::string(rest.substr(0, rest.find(' '))), std::string(rest)};
}

Order orderOf(const CompileRequest& request) {
  const auto textOf = [](const std::vector<std::vector<uint8_t>>& inputs) {
    return inputs.empty() ? std::string_view()
                          : std::string_view(reinterpret_cast<const char*>(inputs.front().data()),
                                             inputs.front().size());
  };
  Order order = orderIn(request.goal == Goal::ModulesToCode   ? textOf(request.modules)
                        : request.goal == Goal::BitcodeToCode ? textOf(request.bitcode)
                                                              : request.source.text);
  const bool isWhole = order.word == "deferred" && request.deferCode == DeferCode::Never;
  return isWhole ? orderIn("fake:" + order.rest) : order;
}

/// See gate.h.
void standAtGate(const std::string& path) {
  const int gate = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (gate < 0 || write(gate, "", 1) != 1) return;
  pollfd nobodyReads{gate, 0, 0};
  poll(&nobodyReads, 1, -1);
  close(gate);
}

KernelArgument argument(const char* name, ArgumentKind kind, AddressSpace space, uint32_t offset,
                        uint32_t sizeBytes, uint32_t alignBytes) {
  KernelArgument result;
  result.name = name;
  result.kind = kind;
  result.addressSpace = space;
  result.offsetBytes = offset;
  result.sizeBytes = sizeBytes;
  result.alignBytes = alignBytes;
  return result;
}

std::vector<KernelMetadata> kernels() {
  using enum ArgumentKind;
  KernelMetadata fill, count, every;
  fill.name = "fill";
  fill.symbol = "fill_entry";
  fill.arguments = {argument("out", Pointer, AddressSpace::Global, 0, 8, 8),
                    argument("value", Value, AddressSpace::Private, 8, 4, 4)};
  fill.argumentBytes = 16;
  count.name = "count";
  count.symbol = "count_entry";
  count.arguments = {argument("out", Pointer, AddressSpace::Global, 0, 8, 8)};
  count.argumentBytes = 8;
  every.name = "every";
  every.symbol = "fill_entry";
  every.arguments = {argument("out", Pointer, AddressSpace::Global, 0, 8, 8),
                     argument("table", Pointer, AddressSpace::Constant, 8, 8, 8),
                     argument("scratch", LocalPointer, AddressSpace::Local, 16, 8, 16),
                     argument("more", LocalPointer, AddressSpace::Local, 24, 8, 64),
                     argument("pair", Value, AddressSpace::Private, 32, 12, 4),
                     argument("", Value, AddressSpace::Private, 48, 16, 16),
                     argument("picture", Image, AddressSpace::Global, 64, 8, 8)};
  every.arguments[0].typeName = "int*";
  every.arguments[0].isConst = true;
  every.arguments[0].isRestrict = true;
  every.argumentBytes = 72;
  every.localBytes = 40;
  every.privateBytes = 24;
  every.requiredLocalSize[0] = 8;
  every.requiredLocalSize[1] = 4;
  every.requiredLocalSize[2] = 2;
  every.attributes = "reqd_work_group_size(8,4,2)";
  return {fill, count, every};
}

/// The kernel `fill` with sub-groups of a required size, with a required number of them, and the
/// same with a required local size.
std::vector<KernelMetadata> kernelsOfSubGroups() {
  const KernelMetadata fill = kernels().front();
  KernelMetadata wide = fill, counted = fill, sized = fill;
  wide.name = "wide";
  wide.subGroupSize = wide.requiredSubGroupSize = 8;
  counted.name = "counted";
  counted.subGroupSize = 4;
  counted.requiredSubGroupCount = 3;
  sized = counted;
  sized.name = "sized";
  sized.requiredLocalSize[0] = 12;
  sized.requiredLocalSize[1] = sized.requiredLocalSize[2] = 1;
  return {wide, counted, sized};
}

/// ask(queue) does nothing.
std::vector<KernelMetadata> kernelsOfQueues() {
  KernelMetadata ask;
  ask.name = "ask";
  ask.symbol = "look_entry";
  ask.arguments = {argument("queue", ArgumentKind::Queue, AddressSpace::Private, 0, 8, 8)};
  ask.argumentBytes = 8;
  return {ask};
}

/// limited(out, table, scratch): buffers of 64 and of 48 bytes at most, local memory of 32.
std::vector<KernelMetadata> kernelsOfLimits() {
  using enum ArgumentKind;
  KernelMetadata limited;
  limited.name = "limited";
  limited.symbol = "fill_entry";
  limited.arguments = {argument("out", Pointer, AddressSpace::Global, 0, 8, 8),
                       argument("table", Pointer, AddressSpace::Constant, 8, 8, 8),
                       argument("scratch", LocalPointer, AddressSpace::Local, 16, 8, 16)};
  limited.arguments[0].mostBytes = 64;
  limited.arguments[1].mostBytes = 48;
  limited.arguments[2].mostBytes = 32;
  limited.argumentBytes = 24;
  return {limited};
}

/// look(out, picture, sampler) writes what it sees to `out`; draw(picture, depth) does nothing.
std::vector<KernelMetadata> kernelsOfImages() {
  using enum ArgumentKind;
  KernelMetadata look, draw;
  look.name = "look";
  look.symbol = "look_entry";
  look.arguments = {argument("out", Pointer, AddressSpace::Global, 0, 8, 8),
                    argument("picture", Image, AddressSpace::Global, 8, 8, 8),
                    argument("sampler", Sampler, AddressSpace::Constant, 16, 8, 8)};
  look.arguments[0].typeName = "uint*";
  look.arguments[1].accessQualifier = 1;  // read_only
  look.arguments[1].imageType = ImageType::Image2D;
  look.argumentBytes = 24;
  draw.name = "draw";
  draw.symbol = "look_entry";
  draw.arguments = {argument("picture", Image, AddressSpace::Global, 0, 8, 8),
                    argument("depth", Image, AddressSpace::Global, 8, 8, 8)};
  draw.arguments[0].accessQualifier = 2;  // write_only
  draw.arguments[0].imageType = ImageType::Image3D;
  draw.arguments[1].accessQualifier = 3;  // read_write
  draw.arguments[1].imageType = ImageType::Image2D;
  draw.arguments[1].isDepthImage = true;
  draw.argumentBytes = 16;
  return {look, draw};
}

void useUpMemory() {
  for (size_t bytes = size_t(64) << 20;;) {
    char* block = static_cast<char*>(::operator new(bytes));
    std::memset(block, 1, bytes);
  }
}

void startThreads() {
  for (;;) std::thread([] { std::this_thread::sleep_for(std::chrono::hours(1)); }).detach();
}

/// Each level needs the result of the next, which prevents a conversion to a loop.
int deep(volatile char* above, int levels) {
  volatile char frame[4096];
  frame[0] = above ? above[0] : 1;
  return levels ? deep(frame, levels - 1) + frame[0] : 0;
}

/// What is read before the sandbox begins.
struct OwnFiles {
  Dependency self;
  std::vector<uint8_t> kernel;
};
const OwnFiles& ownFiles() {
  static const auto* files = [] {
    Dl_info self = {};
    dladdr(reinterpret_cast<void*>(&ownFiles), &self);
    std::ifstream file(FAKE_KERNEL, std::ios::binary);
    return new OwnFiles{{DependencyKind::Compiler, self.dli_fname, buildIdOf(self.dli_fname)},
                        {std::istreambuf_iterator<char>(file), {}}};
  }();
  return *files;
}
[[gnu::constructor]] void readOwnFiles() { ownFiles(); }

std::vector<Dependency> dependencies(const CompileRequest& request) {
  std::vector<Dependency> found = {ownFiles().self};
  for (const std::string& option : request.source.options) {
    if (!option.starts_with("-I")) continue;
    const std::string path = option.substr(2);
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
    found.push_back({DependencyKind::File, path,
                     file.is_open() ? contentState({bytes, text.size()}) : kAbsent});
  }
  return found;
}

CompileReply answer(const CompileRequest& request, const Order& order) {
  const auto& [word, path, rest] = order;
  static int served = 0;
  CompileReply reply;
  reply.dependencies = dependencies(request);
  reply.dependsOnBuildTime = word == "time";
  if (word == "stranger") reply.dependencies[0].state = "0123";
  std::string text = "served " + std::to_string(++served) + " process " + std::to_string(getpid()) +
                     " modules " + std::to_string(request.modules.size()) + " level " +
                     request.level;
  for (const auto& constant : request.specializationConstants)
    text += " constant " + std::to_string(constant.id) + ":" +
            std::to_string(constant.bytes.size()) +
            (constant.module ? " of module " + std::to_string(constant.module) : "");
  rlimit data;
  if (getrlimit(RLIMIT_DATA, &data) == 0)
    text += " data limit " + std::to_string(data.rlim_cur >> 20);
  if (request.options.fastRelaxedMath) text += " fast";
  if (request.options.madEnable) text += " mad";
  if (word == "attempts") text = test::makeAttempts(path);
  if (word == "peek") {  // asks for what it may not open
    const int opened = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    text = opened < 0 ? "closed to it" : "open to it";
    if (opened < 0)
      reply.dependencies.push_back({DependencyKind::File, path, kRefused});
    else
      close(opened);
  }
  const bool sourceRejected = word == "syntax";
  if (!request.source.text.empty() && !sourceRejected)
    reply.module.assign(request.source.text.begin(), request.source.text.end());
  if (sourceRejected || word == "refused" ||
      (word == "undebuggable" && request.options.debugInfo)) {
    reply.outcome = Outcome::Rejected;
    reply.diagnostics = {{.kind = DiagnosticKind::Unsupported,
                          .text = "capability Shader",
                          .module = {.wordOffset = 7, .instruction = "OpCapability"}}};
    return reply;
  }
  reply.outcome = Outcome::Ok;
  // A warning, so that it is in the build log.
  reply.diagnostics = {{.kind = DiagnosticKind::Warning, .text = std::move(text)}};
  if (request.goal == Goal::SourceToModule) return reply;
  if (word == "deferred") {
    reply.kernels = kernels();
    const std::string bitcode = "fake:" + rest;
    KernelBitcode all;
    all.bytes.assign(bitcode.begin(), bitcode.end());
    for (uint32_t i = 0; i < reply.kernels.size(); ++i) all.kernels.push_back(i);
    reply.bitcode.push_back(std::move(all));
    return reply;
  }
  reply.code = ownFiles().kernel;
  if (word == "cut") reply.code.resize(1024);  // has the headers, but not all segments
  reply.kernels = word == "sub-groups" ? kernelsOfSubGroups()
                  : word == "images"   ? kernelsOfImages()
                  : word == "limits"   ? kernelsOfLimits()
                  : word == "queues"   ? kernelsOfQueues()
                                       : kernels();
  for (const LaunchKind& kind : request.kinds)
    for (KernelMetadata& kernel : reply.kernels) {
      kernel.lanes = kind.lanes;
      kernel.otherLanes = kind.otherLanes;
    }
  if (word == "symbol") reply.kernels[0].symbol = "not_there";
  if (word == "variables") reply.globalVariableBytes = 4;
  return reply;
}

std::atomic<const char*> activity = nullptr;

}  // namespace

extern "C" void lanewiseCompile(const uint8_t* bytes, size_t count,
                                void (*reply)(void*, const uint8_t*, size_t), void* user) {
  const auto request = decodeRequest({bytes, count});
  const Order order = request ? orderOf(*request) : Order{};
  const std::string &word = order.word, &path = order.path;
  activity = "pretending to compile";
  if (word == "crash" || (word == "debug" && request->options.debugInfo)) raise(SIGSEGV);
  if (word == "bitcode-crash" && request->goal == Goal::BitcodeToCode) raise(SIGSEGV);
  if (word == "abort") {
    [[maybe_unused]] auto written = write(2, "Assertion `sensible' failed.\n", 29);
    std::abort();
  }
  if (word == "chatter") {  // more than a log keeps, then exit
    const std::string line(19'999, 'x');
    [[maybe_unused]] auto written = write(2, (line + "\n").data(), line.size() + 1);
    std::abort();
  }
  if (word == "exit") std::exit(3);
  if (word == "kill") raise(SIGKILL);
  if (word == "memory") useUpMemory();
  if (word == "threads") startThreads();
  if (word == "deep") std::exit(deep(nullptr, 1 << 30));
  if (word == "file-size") raise(SIGXFSZ);
  if (word == "spin-in-front-end") activity = "pretending to compile (stage 'frontend')";
  // The front end would succeed at the second time.
  if (word == "spin" ||
      ((word == "spin-once" || word == "spin-in-front-end") && !request->hasExceededTime))
    for (volatile bool goOn = true; goOn;) {
    }
  if (word == "three-seconds") std::this_thread::sleep_for(std::chrono::seconds(3));
  if (word == "stop") raise(SIGSTOP);
  if (word == "hang") std::this_thread::sleep_for(std::chrono::hours(1));
  if (word == "gate") standAtGate(path);
  if (word == "old-call") test::makeCallOf32BitPrograms();
  if (word == "noise") {
    const std::string noise(1 << 20, 'x');
    [[maybe_unused]] auto written = write(2, noise.data(), noise.size());
    written = write(1, noise.data(), noise.size());
  }
  if (word == "long") {  // pages that nobody reads
    const size_t sizeBytes = (size_t(1) << 30) + 1;
    void* pages =
        mmap(nullptr, sizeBytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    activity = nullptr;
    reply(user, static_cast<const uint8_t*>(pages), sizeBytes);
    munmap(pages, sizeBytes);
    return;
  }
  if (word == "garbage") {
    const uint8_t garbage[] = {1, 2, 3, 4, 5, 6, 7};
    activity = nullptr;
    reply(user, garbage, sizeof(garbage));
    return;
  }
  activity = nullptr;
  const auto encoded = encode(request ? answer(*request, order) : CompileReply{});
  reply(user, encoded.data(), encoded.size());
}

// FAKE_INTERFACE is defined for a compiler with another version.
#ifndef FAKE_INTERFACE
#define FAKE_INTERFACE interfaceVersion()
#endif
extern "C" const char* lanewiseCompilerBuildId() {
  static const auto* text = new std::string(std::string(FAKE_INTERFACE) + " fake");
  return text->c_str();
}

extern "C" const char* lanewiseCompilerActivity() { return activity; }
extern "C" const char* lanewiseCompilerFunction() { return "imagined"; }
extern "C" size_t lanewiseCompilerKernelCount() { return 2; }
