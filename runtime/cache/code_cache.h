// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CodeCache: finds the result of a build by everything that determines it, which is the request and
// the compiler, or has the compiler make it. It looks in this process first: code that a program
// uses is found through a weak pointer, and a bounded number of recent results is held. Then it
// looks on disk, where other processes find results, too. Code with program-scope variables is
// mapped anew for each program; the cache holds only its bytes.
#pragma once

#include "interface/stored_build.h"
#include "runtime/base/mutex.h"
#include "runtime/cache/code_file.h"
#include "runtime/cache/disk_cache.h"
#include "runtime/cache/loaded_code.h"
#include "runtime/compiler_process/compiler_client.h"

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lanewise {

/// Where a result comes from. PortableBinary: a program binary of lanewise-cc, whose code is for a
/// microarchitecture level.
enum class ResultOrigin : uint8_t { Compiler, ProgramBinary, PortableBinary, DiskCache, Memory };

struct BuildResult {
  Outcome outcome = Outcome::Failed;
  std::string log;
  /// SPIR-V made of the request's source, also if a later stage refused it. Null if there is none.
  std::shared_ptr<const std::vector<uint8_t>> module;
  /// Null unless Ok, for Goal::SourceToModule, and if `deferred` is there.
  std::shared_ptr<LoadedCode> code;
  /// The reply if it has bitcode instead of code, else null.
  std::shared_ptr<const CompileReply> deferred;
  /// There is code, which could not be mapped: it may be possible later.
  bool isUnmapped = false;
  ResultOrigin origin = ResultOrigin::Compiler;
};

/// The build log of an error that the compiler has not reported.
std::string errorLog(std::string_view what);

class CodeCache {
 public:
  static constexpr size_t kRecentResults = 128;

  /// This process' cache.
  static CodeCache& get();
  CodeCache(CompilerClient& client, CodeFile::Places places, CacheFolder::Settings disk = {})
      : client_(client), places_(std::move(places)), disk_(std::move(disk)) {}

  /// Finds or builds. Threads that request the same at the same time build it once. A request that
  /// dumps stages is always compiled. `given` are replies to this request from the application's
  /// program binary: the one for this CPU and compiler is used if there is one, else that of
  /// lanewise-cc for a level of this CPU, unless code for this CPU is in memory or on disk.
  BuildResult build(const CompileRequest& request, std::span<const StoredReply> given = {})
      EXCLUDES(mutex_);
  /// Two requests for launches of one kind have code of different numbers of lanes, and `chosen` is
  /// faster or the same request: `request` leads to its code, which names no other lanes to try.
  void settleLanes(const CompileRequest& request, const CompileRequest& chosen) EXCLUDES(mutex_);
  /// Drops everything that is not in use.
  void clear() EXCLUDES(mutex_);

 private:
  using Key = std::string;  // BuildKey::name
  struct Product {
    Outcome outcome = Outcome::Failed;
    std::string log;
    std::shared_ptr<const CompileReply> reply;
    /// Null if there is no code, or if each program needs a mapping of its own.
    std::shared_ptr<LoadedCode> code;
    bool isUnmapped = false;
    ResultOrigin origin = ResultOrigin::Compiler;
  };
  /// A build that a thread has begun and not finished. Others that need it wait for it.
  struct InFlightBuild {
    bool done = false;
    std::optional<Product> product;  // none at the end: the build threw
  };
  struct Entry {
    std::shared_ptr<InFlightBuild> inFlight;
    std::weak_ptr<LoadedCode> code;
    std::weak_ptr<const CompileReply> deferred;  // whose kernels have bitcode
    Product held;                                // empty once it is not among the recent ones
    std::list<Key>::iterator recent;             // valid while something is held

    bool isUsed() const { return held.reply || !code.expired() || !deferred.expired(); }
  };
  class Build;

  Product findOrMake(const CompileRequest& request, std::span<const StoredReply> given)
      EXCLUDES(mutex_);
  /// The reply has bitcode instead of code.
  static bool isDeferred(const Product& product) {
    return product.reply && !product.reply->bitcode.empty();
  }
  /// The product of a given reply; null and none if it cannot be used.
  std::optional<Product> productOfGiven(const BuildKey& key, const CompileReply* reply,
                                        ResultOrigin origin) const;
  /// Uses a given reply or one from disk, else compiles.
  Product make(const BuildKey& key, std::span<const StoredReply> given) const;
  Product productOf(Goal goal, CompileReply reply) const;
  BuildResult deliver(Goal goal, const Product& product) const;
  /// The product in memory, after waiting for it if it is in flight. None: an in-flight build was
  /// added, which the caller must finish() or abandon().
  std::optional<Product> findOrBegin(const Key& key) EXCLUDES(mutex_);
  void finish(const Key& key, const Product& product) EXCLUDES(mutex_);
  /// finish() of a build that threw.
  void abandon(const Key& key) noexcept EXCLUDES(mutex_);
  /// Removes `product` if it is what the key leads to: a header that it was made from has changed.
  void forget(const Key& key, const Product& product) EXCLUDES(mutex_);
  /// Ends the in-flight build. The caller wakes those that wait for it.
  void endInFlightLocked(const Key& key) REQUIRES(mutex_);
  /// Makes it the most recent; returns what is not held any more, to be destroyed without the lock.
  Product holdLocked(const Key& key, Entry& entry, Product product) REQUIRES(mutex_);
  void sweepLocked() REQUIRES(mutex_);

  CompilerClient& client_;
  const CodeFile::Places places_;
  const DiskCache disk_;
  Mutex mutex_;
  Condition finished_;
  std::map<Key, Entry> entries_ GUARDED_BY(mutex_);
  std::list<Key> recent_ GUARDED_BY(mutex_);                   // the latest used first
  size_t sweepCount_ GUARDED_BY(mutex_) = 2 * kRecentResults;  // entries at which to sweep
};

}  // namespace lanewise
