// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Who compiles a request: an idle helper, a new one, or the library in this process.
#include "runtime/compiler_process/compiler_client.h"

#include "interface/compiler.h"
#include "interface/dependency.h"
#include "runtime/base/log.h"
#include "runtime/base/per_process.h"

#include <dlfcn.h>
#include <string_view>
#include <utility>

namespace lanewise {
namespace {

constinit PerProcess<CompilerClient> theClient;

CompileReply failed(std::string text) {
  CompileReply reply;
  reply.outcome = Outcome::Failed;
  reply.diagnostics = {{.text = std::move(text)}};
  return reply;
}

std::string otherVersion(const std::string& which, const std::string& saying) {
  std::string text = "the compiler " + which +
                     " is not of the same version as this runtime, which "
                     "needs '" +
                     interfaceVersion() + "'; it says '" + saying + "'";
  log(LogGroup::Build, "%s", text.c_str());
  return text;
}

CompileReply decoded(std::span<const uint8_t> bytes) {
  if (auto reply = decodeReply(bytes)) return std::move(*reply);
  return failed("the compiler's answer of " + std::to_string(bytes.size()) +
                " bytes cannot be understood");
}

}  // namespace

CompilerClient& CompilerClient::get() {
  return theClient.get([] { return CompilerClient(settingsFromConfig()); });
}

/// The use of one helper by one thread: it goes back to the idle ones only if it is kept.
class CompilerClient::Lease {
 public:
  explicit Lease(CompilerClient& client) : client_(client), helper_(client.takeIdle()) {}
  ~Lease() { client_.giveBack(keep_ ? std::move(helper_) : nullptr); }
  Lease(const Lease&) = delete;
  Lease& operator=(const Lease&) = delete;

  /// An empty text, or why there is no helper.
  std::string start() {
    if (helper_) return {};
    auto started = CompilerHelper::start(client_.settings_.helper);
    if (!started) return started.error();
    helper_ = std::move(*started);
    return {};
  }
  CompilerHelper& helper() { return *helper_; }
  void keep() { keep_ = true; }

 private:
  CompilerClient& client_;
  Helper helper_;
  bool keep_ = false;
};

CompilerClient::CompilerClient(Settings settings) : settings_(std::move(settings)) {
  idle_.reserve(settings_.maxHelpers);
}

CompileReply CompilerClient::compile(std::span<const uint8_t> encodedRequest) {
  if (!settings_.problem.empty()) return failed(settings_.problem);
  if (!settings_.library.empty()) return compileHere(encodedRequest);
  // A helper may leave, being idle, just when it is asked; a new one may not.
  for (;;) {
    Lease lease(*this);
    if (std::string problem = lease.start(); !problem.empty()) return failed(std::move(problem));
    std::vector<uint8_t> bytes;
    const CompilerHelper::Outcome outcome = lease.helper().exchange(encodedRequest, bytes);
    if (outcome == CompilerHelper::Outcome::WasGone) continue;
    const std::string lastWords = lease.helper().lastWords();
    if (outcome == CompilerHelper::Outcome::OtherVersion)
      return failed(
          otherVersion("program '" + settings_.helper.program + "'", lease.helper().greeting()));
    if (outcome != CompilerHelper::Outcome::Replied) return failure(outcome, lastWords);
    lease.keep();
    CompileReply reply = decoded(bytes);
    if (reply.outcome == Outcome::Failed && !lastWords.empty())
      reply.diagnostics.push_back({.text = "stderr of the compiler process:\n" + lastWords});
    return reply;
  }
}

CompileReply CompilerClient::failure(CompilerHelper::Outcome outcome,
                                     const std::string& lastWords) const {
  std::string text;
  switch (outcome) {
    case CompilerHelper::Outcome::TimedOut:
      text = std::string(kHelperLate) + std::to_string(settings_.helper.secondsPerRequest) +
             " seconds and was ended (LANEWISE_COMPILER_SECONDS)";
      break;
    case CompilerHelper::Outcome::Garbled:
      text = "'" + settings_.helper.program + "' does not answer as a compiler";
      break;
    default: text = kHelperDied; break;
  }
  if (!lastWords.empty())
    text += "; it said:\n" + lastWords;
  else if (outcome == CompilerHelper::Outcome::Died)
    text += ", without a word (killed from outside, or memory is out)";
  log(LogGroup::Build, "%s", text.c_str());
  return failed(std::move(text));
}

CompilerClient::Helper CompilerClient::takeIdle() {
  Lock lock(mutex_);
  while (idle_.empty() && leased_ >= settings_.maxHelpers) freed_.wait(mutex_);
  ++leased_;
  while (!idle_.empty()) {
    Helper helper = std::move(idle_.back());
    idle_.pop_back();
    if (helper->alive()) return helper;
  }
  return nullptr;
}

void CompilerClient::giveBack(Helper helper) {
  {
    Lock lock(mutex_);
    --leased_;
    if (helper) idle_.push_back(std::move(helper));
  }
  freed_.notify_one();
}

void CompilerClient::unload() {
  std::vector<Helper> leaving;
  Lock lock(mutex_);
  leaving.swap(idle_);
}

CompileReply CompilerClient::compileHere(std::span<const uint8_t> encodedRequest) {
  // Never closed: the same handle comes back at each call.
  void* library = dlopen(settings_.library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) return failed("the compiler library cannot be opened: " + std::string(dlerror()));
  const auto compile =
      reinterpret_cast<decltype(&lanewiseCompile)>(dlsym(library, "lanewiseCompile"));
  const auto buildId = reinterpret_cast<decltype(&lanewiseCompilerBuildId)>(
      dlsym(library, "lanewiseCompilerBuildId"));
  if (!compile || !buildId) return failed("'" + settings_.library + "' is no compiler library");
  if (!std::string_view(buildId()).starts_with(interfaceVersion() + " "))
    return failed(otherVersion("library '" + settings_.library + "'", buildId()));
  CompileReply reply = failed("the compiler library did not answer");
  compile(
      encodedRequest.data(), encodedRequest.size(),
      [](void* user, const uint8_t* bytes, size_t count) {
        *static_cast<CompileReply*>(user) = decoded({bytes, count});
      },
      &reply);
  return reply;
}

std::string CompilerClient::buildId() const {
  const std::string& library =
      settings_.library.empty() ? settings_.helperLibrary : settings_.library;
  return library.empty() ? std::string() : buildIdOf(library);
}

}  // namespace lanewise
