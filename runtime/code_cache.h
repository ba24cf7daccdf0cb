// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CodeCache: code that was built in this process, found again by everything that changes it: the
// request and the compiler. Code is held weakly as long as somebody uses it, and a bounded number
// of recent results strongly beyond that. Code with program-scope variables is mapped anew for each
// program; only its bytes are kept.
#pragma once

#include "compiler/message.h"
#include "runtime/base/mutex.h"
#include "runtime/code_file.h"
#include "runtime/compiler_client.h"
#include "runtime/loaded_code.h"

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

class CodeCache {
 public:
  static constexpr size_t kRecentResults = 128;

  /// This process' cache.
  static CodeCache& get();
  CodeCache(CompilerClient& client, CodeFile::Places places)
      : client_(client), places_(std::move(places)) {}

  /// Finds or builds. Threads that ask for the same code at the same time build it once. A request
  /// that dumps stages is always compiled.
  BuiltCode build(const CompileRequest& request) EXCLUDES(mutex_);
  /// Forgets everything that is not in use.
  void clear() EXCLUDES(mutex_);

 private:
  struct Key {
    uint64_t high, low;
    auto operator<=>(const Key&) const = default;
  };
  /// A finished build. Code that may be shared is in `code`, other code only as `image`.
  struct Product {
    Outcome outcome = Outcome::Failed;
    std::string log;
    std::shared_ptr<LoadedCode> code;
    std::shared_ptr<const CompileReply> image;
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

  Key keyOf(std::span<const uint8_t> encodedRequest) const;
  Product compile(std::span<const uint8_t> encodedRequest);
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
  Mutex mutex_;
  Condition finished_;
  std::map<Key, Entry> entries_ GUARDED_BY(mutex_);
  std::list<Key> recent_ GUARDED_BY(mutex_);  // the latest used first
  size_t sweepCount_ GUARDED_BY(mutex_) = 2 * kRecentResults;  // entries at which to sweep
};

}  // namespace lanewise
