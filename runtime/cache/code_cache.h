// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CodeCache: what was built, found again by everything that changes it: the request and the
// compiler. First in this process: code is held weakly as long as somebody uses it, and a bounded
// number of recent results strongly beyond that; code with program-scope variables is mapped anew
// for each program, only its bytes are kept. Then on disk, for other processes.
#pragma once

#include "runtime/base/mutex.h"
#include "runtime/cache/code_file.h"
#include "runtime/cache/disk_cache.h"
#include "runtime/cache/loaded_code.h"
#include "runtime/cache/stored_build.h"
#include "runtime/compiler_process/compiler_client.h"

#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>

namespace lanewise {

/// What a request led to: code, or a log that says why not.
struct BuiltCode {
  Outcome outcome = Outcome::Failed;
  std::string log;
  std::shared_ptr<LoadedCode> code;  // null unless Ok
};

/// What a request for a module led to.
struct BuiltModule {
  Outcome outcome = Outcome::Failed;
  std::string log;
  std::shared_ptr<const std::vector<uint8_t>> module;  // null unless Ok
};

class CodeCache {
 public:
  static constexpr size_t kRecentResults = 128;

  /// This process' cache.
  static CodeCache& get();
  CodeCache(CompilerClient& client, CodeFile::Places places, CacheFolder::Settings disk = {})
      : client_(client), places_(std::move(places)), disk_(std::move(disk)) {}

  /// Finds or builds. Threads that ask for the same code at the same time build it once. A request
  /// that dumps stages is always compiled. `given` are replies to this request that the application
  /// has; one of them is taken if it is for this CPU and of this compiler.
  BuiltCode build(const CompileRequest& request, std::span<const StoredReply> given = {})
      EXCLUDES(mutex_);
  /// The same for a request with Goal::Module.
  BuiltModule buildModule(const CompileRequest& request) EXCLUDES(mutex_);
  /// Forgets everything that is not in use.
  void clear() EXCLUDES(mutex_);

 private:
  using Key = std::string;  // BuildKey::name
  /// A finished build. Code that may be shared is in `code`; other code and modules are `image`.
  struct Product {
    Outcome outcome = Outcome::Failed;
    std::string log;
    std::shared_ptr<LoadedCode> code;
    std::shared_ptr<const CompileReply> image;
    bool lasting = false;  // nothing but the request decides
  };
  /// A build under way; whoever finds it waits for it.
  struct Flight {
    bool done = false;
    Product product;
  };
  struct Entry {
    std::shared_ptr<Flight> flight;
    std::weak_ptr<LoadedCode> code;
    std::string log;
    Product held;                     // empty once it is not among the recent ones
    std::list<Key>::iterator recent;  // valid while something is held
  };
  class Build;

  BuildKey keyOf(const CompileRequest& request) const;
  Product findOrMake(const CompileRequest& request, std::span<const StoredReply> given)
      EXCLUDES(mutex_);
  /// Takes a given reply, one from disk, or compiles.
  Product make(const BuildKey& key, std::span<const StoredReply> given) const;
  Product productOf(CompileReply reply) const;
  /// What a program gets of a product.
  BuiltCode deliver(const Product& product) const;
  /// The product if there is one, after waiting for it if it is under way. None: the caller is the
  /// one who builds it.
  std::optional<Product> findOrBegin(const Key& key) EXCLUDES(mutex_);
  void finish(const Key& key, const Product& product) EXCLUDES(mutex_);
  /// finish() of a build that threw.
  void abandon(const Key& key) EXCLUDES(mutex_);
  /// Lets go those who wait; a failed product is not kept.
  void landLocked(const Key& key) REQUIRES(mutex_);
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
