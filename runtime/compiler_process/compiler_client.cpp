// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects who compiles a request: an idle compiler process, a new one, or the library in this
// process.
#include "runtime/compiler_process/compiler_client.h"

#include "interface/channel.h"
#include "interface/compiler.h"
#include "interface/dependency.h"
#include "runtime/base/log.h"
#include "runtime/base/paths.h"
#include "runtime/base/per_process.h"
#include "runtime/compiler_process/include_folders.h"

#include <dlfcn.h>
#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

namespace lanewise {
namespace {

/// A file with a name below one of the folders. Not a folder: a link to one would let a process
/// read all that is in it.
bool isFileBelow(std::span<const std::string> folders, const std::string& path) {
  return std::ranges::any_of(
             folders, [&](const std::string& folder) { return isNamedBelow(folder, path); }) &&
         isRegularFile(path);
}

constinit PerProcess<CompilerClient> theClient;

CompileReply failed(DiagnosticKind kind, std::string text) {
  CompileReply reply;
  reply.outcome = Outcome::Failed;
  reply.diagnostics = {{.kind = kind, .text = std::move(text)}};
  return reply;
}
/// " while <what the compiler did>", from the line that ends its stderr; or nothing.
std::string activityIn(const std::string& captured) {
  const size_t begin = captured.rfind(" while ");
  return begin == captured.npos ? "" : captured.substr(begin);
}
bool exceededTime(const std::string& captured) { return captured.contains(kCompilerTimeLimit); }

/// The request once more, with less to do. Empty if it is not known what to leave out.
/// - The compiler has crashed in the front end for the first time. Clang crashes in corrections of
///   misspelt names.
/// - It has exceeded its limit of time behind the front end for the first time. Code for launches
///   of one kind is not needed.
std::vector<uint8_t> requestAfterDeath(std::span<const uint8_t> encoded,
                                       const std::string& captured) {
  const bool wasInFrontEnd = captured.contains("(stage 'frontend')");
  if (wasInFrontEnd == exceededTime(captured)) return {};
  std::optional<CompileRequest> request = decodeRequest(encoded);
  if (!request || !request->kinds.empty()) return {};
  bool& isTriedAgain = wasInFrontEnd ? request->hasCrashed : request->hasExceededTime;
  if (std::exchange(isTriedAgain, true)) return {};
  return encode(*request);
}

/// Not a mistake of the compiler: there is none that can be used, or a limit was reached.
CompileReply unavailable(std::string text) {
  return failed(DiagnosticKind::InvalidInput, std::move(text));
}

CompileReply otherVersion(const std::string& which, const std::string& found) {
  return unavailable("the compiler " + which +
                     " has another version than this runtime (expected '" + interfaceVersion() +
                     "', found '" + found + "')");
}

CompileReply malformed(size_t byteCount) {
  return failed(DiagnosticKind::InternalError,
                "malformed reply from the compiler (" + std::to_string(byteCount) + " bytes)");
}

}  // namespace

CompilerClient& CompilerClient::get() {
  return theClient.get([] { return CompilerClient(settingsFromConfig()); });
}

/// The use of one compiler process by one thread. It becomes idle again only after keep().
class CompilerClient::Lease {
 public:
  Lease(CompilerClient& client, const std::vector<std::string>& folders)
      : client_(client), folders_(folders), process_(client.takeIdle(folders)) {}
  ~Lease() { client_.giveBack(keep_ ? std::move(process_) : nullptr); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  /// An empty text, or why there is no compiler process.
  std::string start() {
    if (process_) return {};
    isNew_ = true;
    auto started = CompilerProcess::start(client_.settings_.process, folders_);
    if (!started) return started.error();
    process_ = std::move(*started);
    return {};
  }
  bool isNew() const { return isNew_; }
  CompilerProcess& process() { return *process_; }
  void keep() { keep_ = true; }

 private:
  CompilerClient& client_;
  const std::vector<std::string>& folders_;
  Process process_;
  bool isNew_ = false;
  bool keep_ = false;
};

CompilerClient::CompilerClient(Settings settings) : settings_(std::move(settings)) {
  idle_.reserve(settings_.maxProcesses + 1);
}

CompileReply CompilerClient::compile(std::span<const uint8_t> encodedRequest) {
  if (!settings_.problem.empty()) return unavailable(settings_.problem);
  if (encodedRequest.size() > kMaxMessageBytes)
    return unavailable("the program is too large for the compiler: its request has " +
                       std::to_string(encodedRequest.size()) + " bytes (limit " +
                       std::to_string(kMaxMessageBytes) + ")");
  if (!settings_.library.empty()) return compileHere(encodedRequest);
  std::vector<uint8_t> again;
  std::string warning;
  std::vector<std::string> folders = foldersFor(encodedRequest);
  // An idle process may end in the moment of the request. A new one may not.
  for (;;) {
    Lease lease(*this, folders);
    if (std::string problem = lease.start(); !problem.empty())
      return unavailable(std::move(problem));
    std::vector<uint8_t> bytes;
    const CompilerProcess::Outcome outcome = lease.process().exchange(encodedRequest, bytes);
    if (outcome == CompilerProcess::Outcome::WasGone) continue;
    const std::string captured = lease.process().capturedStderr();
    if (outcome == CompilerProcess::Outcome::OtherVersion)
      return otherVersion("program '" + settings_.process.program + "'",
                          lease.process().greeting());
    if (outcome == CompilerProcess::Outcome::Died)
      if (std::vector<uint8_t> next = requestAfterDeath(encodedRequest, captured); !next.empty()) {
        if (exceededTime(captured)) warning = timeLimitText(captured);
        again = std::move(next);
        encodedRequest = again;
        continue;
      }
    if (outcome != CompilerProcess::Outcome::Replied) return failure(outcome, captured);
    std::optional<CompileReply> decoded = decodeReply(bytes);
    if (!decoded) return malformed(bytes.size());
    if (lease.isNew())
      log(LogGroup::Api, "sandbox of the compiler process: %s", lease.process().sandbox().c_str());
    // Once more with files that the program may include, or in a new process: the rules of a
    // sandbox are for the folders that existed when it began.
    const std::vector<Dependency>& files = decoded->dependencies;
    if (std::ranges::find(files, kRefused, &Dependency::state) != files.end() &&
        (allowRefusedFiles(encodedRequest, *decoded, folders) || !lease.isNew()))
      continue;
    lease.keep();
    CompileReply reply = std::move(*decoded);
    if (!warning.empty()) {
      reply.exceededSeconds = uint32_t(settings_.process.secondsPerKernel);
      reply.diagnostics.push_back(
          {.kind = DiagnosticKind::Warning,
           .text = warning +
                   "; the program was built without optimization, and its kernels run one "
                   "work-item after another"});
    }
    if (reply.outcome == Outcome::Failed && !captured.empty())
      reply.diagnostics.push_back({.text = "the compiler process wrote to stderr:\n" + captured});
    return reply;
  }
}

std::string CompilerClient::memoryLimitText() const {
  const int limit = settings_.process.memoryMebibytes;
  return limit ? std::to_string(limit) + " MiB, set by LANEWISE_COMPILER_MEGABYTES"
               : "set by the system";
}

std::string CompilerClient::timeLimitText(const std::string& captured) const {
  return std::string(kCompilerProcessLimit) + " of time (" +
         std::to_string(settings_.process.secondsPerKernel) + " seconds of CPU time, or " +
         std::to_string(settings_.process.wallSeconds) +
         " seconds in all, for each kernel, set by LANEWISE_COMPILER_SECONDS)" +
         activityIn(captured);
}

CompileReply CompilerClient::failure(CompilerProcess::Outcome outcome,
                                     const std::string& captured) const {
  std::string text;
  auto kind = DiagnosticKind::InvalidInput;
  switch (outcome) {
    case CompilerProcess::Outcome::TimedOut: return failed(kind, timeLimitText(captured));
    case CompilerProcess::Outcome::NoGreeting:
      text = "'" + settings_.process.program + "' is not a Lanewise compiler: no greeting within " +
             std::to_string(settings_.process.startSeconds) + " seconds";
      break;
    case CompilerProcess::Outcome::Malformed:
      text = "'" + settings_.process.program + "' is not a Lanewise compiler: malformed greeting";
      break;
    case CompilerProcess::Outcome::ConnectionLost:
      text = "connection to the compiler process lost: the application closed its file descriptor";
      break;
    default:
      if (exceededTime(captured)) return failed(kind, timeLimitText(captured));
      if (captured.find(kCompilerOutOfMemory) != captured.npos) {
        text = std::string(kCompilerProcessLimit) + " of memory (" + memoryLimitText() + ")" +
               activityIn(captured);
        return failed(kind, std::move(text));
      }
      kind = DiagnosticKind::InternalError;
      text = kCompilerProcessDied;
      if (captured.empty())
        text += ": no diagnostic output (killed by a signal, out of memory, or no compiler)";
      break;
  }
  // One line says why. Several have a line of their own each.
  if (!captured.empty()) text += (captured.contains('\n') ? ":\n" : ": ") + captured;
  return failed(kind, std::move(text));
}

std::vector<std::string> CompilerClient::foldersFor(std::span<const uint8_t> request) const {
  if (!settings_.process.sandbox) return {};
  const std::optional<SourceProgram> source = decodeSource(request);
  std::vector<std::string> folders;
  // A program that includes nothing reads nothing.
  if (!source || source->folder.empty()) return folders;
  folders = includeFolders(*source);
  folders.insert(folders.end(), settings_.readableFolders.begin(), settings_.readableFolders.end());
  std::vector<std::string> files;
  Lock lock(mutex_);
  std::ranges::copy_if(linkedFiles_, std::back_inserter(files),
                       [&](const std::string& file) { return isFileBelow(folders, file); });
  folders.insert(folders.end(), files.begin(), files.end());
  return folders;
}

bool CompilerClient::allowRefusedFiles(std::span<const uint8_t> request, const CompileReply& reply,
                                       std::vector<std::string>& folders) {
  // A reply that goes on naming files must not keep the build from ending.
  constexpr size_t kMostFiles = 1000;
  const std::optional<SourceProgram> source = decodeSource(request);
  if (!source || source->folder.empty()) return false;
  bool added = false;
  Lock lock(mutex_);
  for (const auto& [kind, path, state] : reply.dependencies) {
    if (state != kRefused || std::ranges::find(folders, path) != folders.end()) continue;
    const bool isLink = isFileBelow(folders, path) && linkedFiles_.size() < kMostFiles;
    if (!isLink && !(isSourceFile(path) && folders.size() < kMostFiles)) continue;
    if (isLink) linkedFiles_.push_back(path);
    folders.push_back(path);
    added = true;
  }
  return added;
}

CompilerClient::Process CompilerClient::takeIdle(const std::vector<std::string>& folders) {
  std::vector<Process> leaving;
  Lock lock(mutex_);
  while (leased_ >= settings_.maxProcesses) freed_.wait(mutex_);
  leaving.reserve(idle_.size());  // from here on nothing throws
  ++leased_;
  std::erase_if(idle_, [&](Process& process) {
    if (process->alive()) return false;
    leaving.push_back(std::move(process));
    return true;
  });
  const auto same = std::ranges::find_if(
      idle_, [&](const Process& process) { return process->folders() == folders; });
  Process found;
  if (same != idle_.end()) {
    found = std::move(*same);
    idle_.erase(same);
  } else if (!idle_.empty() && leased_ + idle_.size() > settings_.maxProcesses + 1) {
    // The one that has been idle for the longest time. One more than can be used at a time may
    // wait, so that programs with and without #include can alternate on one core.
    leaving.push_back(std::move(idle_.front()));
    idle_.erase(idle_.begin());
  }
  return found;
}

void CompilerClient::giveBack(Process process) {
  {
    Lock lock(mutex_);
    --leased_;
    if (process) idle_.push_back(std::move(process));
  }
  freed_.notify_one();
}

void CompilerClient::unload() {
  std::vector<Process> leaving;
  Lock lock(mutex_);
  leaving.swap(idle_);
}

CompileReply CompilerClient::compileHere(std::span<const uint8_t> encodedRequest) {
  // Never closed: the same handle comes back at each call.
  void* library = dlopen(settings_.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return unavailable("cannot open the compiler library: " + std::string(dlerror()));
  const auto compile =
      reinterpret_cast<decltype(&lanewiseCompile)>(dlsym(library, "lanewiseCompile"));
  const auto buildId = reinterpret_cast<decltype(&lanewiseCompilerBuildId)>(
      dlsym(library, "lanewiseCompilerBuildId"));
  if (!compile || !buildId)
    return unavailable("'" + settings_.library + "' is not a Lanewise compiler library");
  if (!std::string_view(buildId()).starts_with(interfaceVersion() + " "))
    return otherVersion("library '" + settings_.library + "'", buildId());
  CompileReply reply = failed(DiagnosticKind::InternalError, "no reply from the compiler library");
  compile(
      encodedRequest.data(), encodedRequest.size(),
      [](void* user, const uint8_t* bytes, size_t count) {
        auto reply = decodeReply({bytes, count});
        *static_cast<CompileReply*>(user) = reply ? std::move(*reply) : malformed(count);
      },
      &reply);
  return reply;
}

std::string CompilerClient::buildId() const {
  const std::string& library =
      settings_.library.empty() ? settings_.processLibrary : settings_.library;
  return library.empty() ? std::string() : buildIdOf(library);
}

}  // namespace lanewise
