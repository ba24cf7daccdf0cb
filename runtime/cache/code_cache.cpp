// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cache in memory, in front of the one on disk and the compiler. No compiler, no disk and no
// dynamic loader is asked under its lock.
#include "runtime/cache/code_cache.h"

#include "runtime/base/config.h"
#include "runtime/base/per_process.h"
#include "runtime/cache/stored_build.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanewise {
namespace {

constinit PerProcess<CodeCache> theCache;

}  // namespace

CodeCache& CodeCache::get() {
  return theCache.get([] {
    return CodeCache(CompilerClient::get(), CodeFile::placesFromConfig(),
                     CacheFolder::settingsFrom(config()));
  });
}

BuildKey CodeCache::keyOf(const CompileRequest& request) const {
  return BuildKey(request, client_.identity());
}

/// A build by this thread that others may wait for: finished whatever happens.
class CodeCache::Build {
 public:
  Build(CodeCache& cache, const Key& key) : cache_(cache), key_(key) {}
  ~Build() {
    if (!finished_) cache_.abandon(key_);
  }
  Build(const Build&) = delete;
  Build& operator=(const Build&) = delete;

  Product run(const BuildKey& key, std::span<const StoredReply> given) {
    Product product = cache_.make(key, given);
    cache_.finish(key_, product);
    finished_ = true;
    return product;
  }

 private:
  CodeCache& cache_;
  const Key key_;
  bool finished_ = false;
};

BuiltCode CodeCache::build(const CompileRequest& request, std::span<const StoredReply> given) {
  return deliver(findOrMake(request, given));
}

BuiltModule CodeCache::buildModule(const CompileRequest& request) {
  const Product product = findOrMake(request, {});
  BuiltModule built{product.outcome, product.log, nullptr};
  if (product.image) built.module = {product.image, &product.image->module};
  return built;
}

CodeCache::Product CodeCache::findOrMake(const CompileRequest& request,
                                         std::span<const StoredReply> given) {
  if (!request.dumpStages.empty()) return productOf(client_.compile(encode(request)));
  const BuildKey key = keyOf(request);
  if (auto found = findOrBegin(key.name)) return *std::move(found);
  return Build(*this, key.name).run(key, given);
}

CodeCache::Product CodeCache::make(const BuildKey& key, std::span<const StoredReply> given) const {
  if (const CompileReply* reply = findReply(given, key.maker)) {
    Product product = productOf(*reply);
    if (product.outcome == Outcome::Ok) return product;
  }
  if (auto reply = disk_.find(key)) {
    Product product = productOf(std::move(*reply));
    if (product.outcome == Outcome::Ok) return product;
    // Where the entry is to blame, the next one takes its place.
  }
  const CompileReply reply = client_.compile(key.encoded);
  Product product = productOf(reply);
  if (product.outcome == Outcome::Ok) disk_.keep(key, reply);
  return product;
}

CodeCache::Product CodeCache::productOf(CompileReply made) const {
  Product product{made.outcome, buildLog(made.diagnostics), nullptr, nullptr, false};
  if (made.outcome != Outcome::Ok) return product;
  const auto isFile = [](const Dependency& dependency) {
    return dependency.kind == DependencyKind::File;
  };
  product.lasting = !made.passing && std::ranges::none_of(made.dependencies, isFile);
  const auto reply = std::make_shared<const CompileReply>(std::move(made));
  if (reply->globalVariableBytes || reply->code.empty()) {
    product.image = reply;
    return product;
  }
  auto loaded = LoadedCode::load(reply, places_);
  if (!loaded)
    return {Outcome::Failed, product.log + loaded.error().message, nullptr, nullptr, false};
  product.code = std::move(*loaded);
  return product;
}

BuiltCode CodeCache::deliver(const Product& product) const {
  if (!product.image) return {product.outcome, product.log, product.code};
  // Program-scope variables: a mapping of its own.
  auto loaded = LoadedCode::load(product.image, places_);
  if (!loaded) return {Outcome::Failed, product.log + loaded.error().message, nullptr};
  return {Outcome::Ok, product.log, std::move(*loaded)};
}

std::optional<CodeCache::Product> CodeCache::findOrBegin(const Key& key) {
  Product dropped;
  Lock lock(mutex_);
  Entry& entry = entries_[key];
  if (auto code = entry.code.lock()) {
    const Product product{Outcome::Ok, entry.log, std::move(code), nullptr, true};
    dropped = holdLocked(key, entry, product);
    return product;
  }
  if (entry.held.image) {
    const Product product = entry.held;
    dropped = holdLocked(key, entry, product);
    return product;
  }
  if (!entry.flight) {
    entry.flight = std::make_shared<Flight>();
    return std::nullopt;
  }
  const std::shared_ptr<Flight> flight = entry.flight;
  while (!flight->done) finished_.wait(mutex_);
  return flight->product;
}

void CodeCache::finish(const Key& key, const Product& product) {
  Product dropped;
  {
    Lock lock(mutex_);
    Entry& entry = entries_[key];
    entry.flight->product = product;
    if (product.outcome == Outcome::Ok && product.lasting) {
      entry.log = product.log;
      entry.code = product.code;
      dropped = holdLocked(key, entry, product);
    }
    landLocked(key);
    if (entries_.size() >= sweepCount_) sweepLocked();
  }
  finished_.notify_all();
}

void CodeCache::abandon(const Key& key) {
  {
    Lock lock(mutex_);
    landLocked(key);
  }
  finished_.notify_all();
}

void CodeCache::landLocked(const Key& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end() || !found->second.flight) return;
  found->second.flight->done = true;
  const bool failed = found->second.flight->product.outcome != Outcome::Ok;
  found->second.flight.reset();
  if (failed) entries_.erase(found);
}

CodeCache::Product CodeCache::holdLocked(const Key& key, Entry& entry, Product product) {
  const bool wasHeld = entry.held.code || entry.held.image;
  if (wasHeld) {
    recent_.splice(recent_.begin(), recent_, entry.recent);
    return {};
  }
  recent_.push_front(key);
  entry.recent = recent_.begin();
  entry.held = std::move(product);
  if (recent_.size() <= kRecentResults) return {};
  Entry& oldest = entries_[recent_.back()];
  recent_.pop_back();
  return std::exchange(oldest.held, {});
}

void CodeCache::sweepLocked() {
  std::erase_if(entries_, [](const auto& item) {
    const Entry& entry = item.second;
    return !entry.flight && !entry.held.image && entry.code.expired();
  });
  sweepCount_ = std::max(2 * kRecentResults, 2 * entries_.size());
}

void CodeCache::clear() {
  std::map<Key, Entry> dropped;
  Lock lock(mutex_);
  for (auto item = entries_.begin(); item != entries_.end();) {
    const auto next = std::next(item);
    if (!item->second.flight) dropped.insert(entries_.extract(item));
    item = next;
  }
  recent_.clear();
}

}  // namespace lanewise
