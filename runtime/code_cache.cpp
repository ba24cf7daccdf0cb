// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The in-memory cache. No compiler and no dynamic loader is called under its lock.
#include "runtime/code_cache.h"

#include "runtime/base/log.h"
#include "runtime/base/per_process.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanewise {
namespace {

constinit PerProcess<CodeCache> theCache;

}  // namespace

CodeCache& CodeCache::get() {
  return theCache.get(
      [] { return CodeCache(CompilerClient::get(), CodeFile::placesFromConfig()); });
}

CodeCache::Key CodeCache::keyOf(std::span<const uint8_t> encodedRequest) const {
  const std::string compiler = client_.identity();
  const XXH64_hash_t seed = XXH3_64bits(compiler.data(), compiler.size());
  const XXH128_hash_t hash =
      XXH3_128bits_withSeed(encodedRequest.data(), encodedRequest.size(), seed);
  return {hash.high64, hash.low64};
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

  Product run(std::span<const uint8_t> encodedRequest) {
    Product product = cache_.compile(encodedRequest);
    cache_.finish(key_, product);
    finished_ = true;
    return product;
  }

 private:
  CodeCache& cache_;
  const Key key_;
  bool finished_ = false;
};

BuiltCode CodeCache::build(const CompileRequest& request) {
  const std::vector<uint8_t> encoded = encode(request);
  if (!request.dumpStages.empty()) return deliver(compile(encoded));
  const Key key = keyOf(encoded);
  if (const auto found = findOrBegin(key)) return deliver(*found);
  return deliver(Build(*this, key).run(encoded));
}

CodeCache::Product CodeCache::compile(std::span<const uint8_t> encodedRequest) {
  auto reply = std::make_shared<CompileReply>(client_.compile(encodedRequest));
  Product product{reply->outcome, reply->log, nullptr, nullptr};
  if (reply->outcome != Outcome::Ok) return product;
  if (reply->globalVariableBytes) {
    product.image = std::move(reply);
    return product;
  }
  auto loaded = LoadedCode::load(*reply, places_);
  if (loaded) product.code = std::move(*loaded);
  else product = {Outcome::Failed, product.log + loaded.error().message, nullptr, nullptr};
  return product;
}

BuiltCode CodeCache::deliver(const Product& product) const {
  if (!product.image) return {product.outcome, product.log, product.code};
  // Program-scope variables: a mapping of its own.
  auto loaded = LoadedCode::load(*product.image, places_);
  if (!loaded) return {Outcome::Failed, product.log + loaded.error().message, nullptr};
  return {Outcome::Ok, product.log, std::move(*loaded)};
}

std::optional<CodeCache::Product> CodeCache::findOrBegin(const Key& key) {
  Product dropped;
  Lock lock(mutex_);
  Entry& entry = entries_[key];
  if (auto code = entry.code.lock()) {
    const Product product{Outcome::Ok, entry.log, std::move(code), nullptr};
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
    if (product.outcome == Outcome::Ok) {
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
