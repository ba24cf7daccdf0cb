// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cache in memory, in front of the one on disk and the compiler. Neither the compiler nor the
// disk nor the dynamic loader is used under its lock.
#include "runtime/cache/code_cache.h"

#include "runtime/base/config.h"
#include "runtime/base/per_process.h"
#include "runtime/cache/find_reply.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace lanewise {
namespace {

constinit PerProcess<CodeCache> theCache;

bool isFile(const Dependency& dependency) { return dependency.kind == DependencyKind::File; }

/// Whether all header files that the reply was made from are unchanged.
bool isCurrent(const CompileReply& reply) {
  return std::ranges::all_of(reply.dependencies, [](const Dependency& dependency) {
    return !isFile(dependency) || holds(dependency);
  });
}

/// Whether each kernel is in one of the bitcodes of a reply, which may come from a file.
bool hasEachKernelOnce(const CompileReply& reply) {
  std::vector<int> counts(reply.kernels.size());
  for (const KernelBitcode& bitcode : reply.bitcode)
    for (const uint32_t kernel : bitcode.kernels) {
      if (kernel >= counts.size()) return false;
      ++counts[kernel];
    }
  return std::ranges::all_of(counts, [](int count) { return count == 1; });
}

}  // namespace

std::string errorLog(std::string_view what) {
  return render({.kind = DiagnosticKind::InvalidInput, .text = std::string(what)});
}

CodeCache& CodeCache::get() {
  return theCache.get([] {
    return CodeCache(CompilerClient::get(), CodeFile::placesFromConfig(),
                     CacheFolder::settingsFrom(config()));
  });
}

/// An in-flight build of this thread: finished or abandoned in any case.
class CodeCache::Build {
 public:
  Build(CodeCache& cache, const Key& key) : cache_(cache), key_(key) {}
  ~Build() {
    if (!finished_) cache_.abandon(key_);
  }
  Build(const Build&) = delete;
  Build& operator=(const Build&) = delete;

  Product run(const BuildKey& key, std::span<const StoredReply> given) {
    return end(cache_.make(key, given));
  }
  Product end(Product product) {
    cache_.finish(key_, product);
    finished_ = true;
    return product;
  }

 private:
  CodeCache& cache_;
  const Key& key_;  // a copy could fail, and nobody would end the build
  bool finished_ = false;
};

BuildResult CodeCache::build(const CompileRequest& request, std::span<const StoredReply> given) {
  return deliver(request.goal, findOrMake(request, given));
}

CodeCache::Product CodeCache::findOrMake(const CompileRequest& request,
                                         std::span<const StoredReply> given) {
  if (!request.dumpStages.empty()) return productOf(request.goal, client_.compile(encode(request)));
  const BuildKey key(request, client_.buildId());
  for (;;) {
    auto found = findOrBegin(key.name);
    if (!found) return Build(*this, key.name).run(key, given);
    // A program binary has the code that a reply in memory has deferred.
    if (isDeferred(*found))
      if (auto product = productOfGiven(key, findReply(given, key.compilerIdentity),
                                        ResultOrigin::ProgramBinary))
        return *std::move(product);
    if (found->outcome != Outcome::Ok || isCurrent(*found->reply)) return *std::move(found);
    forget(key.name, *found);
  }
}

void CodeCache::settleLanes(const CompileRequest& request, const CompileRequest& chosen) {
  const Product before = findOrMake(request, {}), after = findOrMake(chosen, {});
  if (before.outcome != Outcome::Ok || after.outcome != Outcome::Ok) return;
  CompileReply settled = *after.reply;
  for (KernelMetadata& kernel : settled.kernels) kernel.otherLanes = 0;
  const Product product = productOf(request.goal, std::move(settled));
  if (product.outcome != Outcome::Ok) return;
  const BuildKey key(request, client_.buildId());
  disk_.keep(key, *product.reply);
  forget(key.name, before);
  if (!findOrBegin(key.name)) Build(*this, key.name).end(product);
}

std::optional<CodeCache::Product> CodeCache::productOfGiven(const BuildKey& key,
                                                            const CompileReply* reply,
                                                            ResultOrigin origin) const {
  if (!reply) return std::nullopt;
  Product product = productOf(key.request.goal, *reply);
  product.origin = origin;
  if (product.outcome != Outcome::Ok) return std::nullopt;
  return product;
}

CodeCache::Product CodeCache::make(const BuildKey& key, std::span<const StoredReply> given) const {
  const Goal goal = key.request.goal;
  if (auto product =
          productOfGiven(key, findReply(given, key.compilerIdentity), ResultOrigin::ProgramBinary))
    return *std::move(product);
  if (auto reply = disk_.find(key)) {
    Product product = productOf(goal, std::move(*reply));
    product.origin = ResultOrigin::DiskCache;
    if (product.outcome == Outcome::Ok) return product;
    // The code of the entry cannot be mapped. The compiler's reply replaces the entry.
  }
  if (auto product =
          productOfGiven(key, findPortableReply(given, key.request), ResultOrigin::PortableBinary))
    return *std::move(product);
  Product product = productOf(goal, client_.compile(key.encoded));
  if (product.outcome == Outcome::Ok) disk_.keep(key, *product.reply);
  return product;
}

CodeCache::Product CodeCache::productOf(Goal goal, CompileReply made) const {
  Product product;
  product.outcome = made.outcome;
  product.log = buildLog(made.diagnostics);
  product.reply = std::make_shared<const CompileReply>(std::move(made));
  if (product.outcome == Outcome::Ok && isDeferred(product) && !hasEachKernelOnce(*product.reply)) {
    product.outcome = Outcome::Failed;
    product.log += errorLog("malformed reply from the compiler: kernels without bitcode");
    return product;
  }
  const bool isShared = goal != Goal::SourceToModule && product.reply->globalVariableBytes == 0 &&
                        !isDeferred(product);
  if (product.outcome != Outcome::Ok || !isShared) return product;
  auto loaded = LoadedCode::load(product.reply, places_);
  if (loaded) {
    product.code = std::move(*loaded);
  } else {
    product.outcome = Outcome::Failed;
    product.isUnmapped = true;
    product.log += errorLog(loaded.error().message());
  }
  return product;
}

BuildResult CodeCache::deliver(Goal goal, const Product& product) const {
  BuildResult result{product.outcome, product.log,        nullptr,       product.code,
                     nullptr,         product.isUnmapped, product.origin};
  if (product.reply && !product.reply->module.empty())
    result.module = {product.reply, &product.reply->module};
  if (result.outcome != Outcome::Ok || result.code || goal == Goal::SourceToModule) return result;
  if (isDeferred(product)) {
    result.deferred = product.reply;
    return result;
  }
  // Program-scope variables: each program has a mapping of its own.
  auto loaded = LoadedCode::load(product.reply, places_);
  if (loaded) {
    result.code = std::move(*loaded);
  } else {
    result.outcome = Outcome::Failed;
    result.log += errorLog(loaded.error().message());
  }
  return result;
}

std::optional<CodeCache::Product> CodeCache::findOrBegin(const Key& key) {
  Product dropped;
  Lock lock(mutex_);
  Entry& entry = entries_[key];
  std::optional<Product> found;
  if (auto code = entry.code.lock())
    found = {Outcome::Ok, buildLog(code->sharedReply()->diagnostics), code->sharedReply(), code};
  else if (auto deferred = entry.deferred.lock())
    found = {Outcome::Ok, buildLog(deferred->diagnostics), deferred, nullptr};
  else if (entry.held.reply)
    found = entry.held;
  if (found) {
    found->origin = ResultOrigin::Memory;
    dropped = holdLocked(key, entry, *found);
    return found;
  }
  if (!entry.inFlight) {
    entry.inFlight = std::make_shared<InFlightBuild>();
    return std::nullopt;
  }
  const std::shared_ptr<InFlightBuild> inFlight = entry.inFlight;
  while (!inFlight->done) finished_.wait(mutex_);
  if (inFlight->product) return inFlight->product;
  // Nothing but allocations throws.
  return Product{Outcome::Failed,
                 errorLog("the same build failed in another thread: out of host memory"), nullptr,
                 nullptr};
}

void CodeCache::finish(const Key& key, const Product& product) {
  Product dropped;
  {
    Lock lock(mutex_);
    Entry& entry = entries_[key];
    entry.inFlight->product = product;
    // Programs that are not made of that binary get code for this CPU.
    const bool isForAll =
        product.origin != ResultOrigin::PortableBinary && !product.reply->dependsOnBuildTime;
    if (product.outcome == Outcome::Ok && isForAll) {
      entry.code = product.code;
      if (isDeferred(product)) entry.deferred = product.reply;
      dropped = holdLocked(key, entry, product);
    }
    endInFlightLocked(key);
    if (entries_.size() >= sweepCount_) sweepLocked();
  }
  finished_.notify_all();
}

void CodeCache::abandon(const Key& key) noexcept {
  {
    Lock lock(mutex_);
    endInFlightLocked(key);
  }
  finished_.notify_all();
}

void CodeCache::endInFlightLocked(const Key& key) {
  const auto found = entries_.find(key);
  if (found == entries_.end() || !found->second.inFlight) return;
  found->second.inFlight->done = true;
  found->second.inFlight.reset();
  // A failed build leaves nothing to find.
  if (!found->second.isUsed()) entries_.erase(found);
}

void CodeCache::forget(const Key& key, const Product& product) {
  Entry dropped;
  Lock lock(mutex_);
  const auto found = entries_.find(key);
  // Another thread may have replaced the product, or be building it.
  if (found == entries_.end() || found->second.held.reply != product.reply) return;
  recent_.erase(found->second.recent);
  std::swap(dropped.held, found->second.held);
  std::swap(dropped.code, found->second.code);
  std::swap(dropped.deferred, found->second.deferred);
}

CodeCache::Product CodeCache::holdLocked(const Key& key, Entry& entry, Product product) {
  if (entry.held.reply) {
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
    return !entry.inFlight && !entry.isUsed();
  });
  sweepCount_ = std::max(2 * kRecentResults, 2 * entries_.size());
}

void CodeCache::clear() {
  std::map<Key, Entry> dropped;
  Lock lock(mutex_);
  for (auto item = entries_.begin(); item != entries_.end();) {
    const auto next = std::next(item);
    if (!item->second.inFlight) dropped.insert(entries_.extract(item));
    item = next;
  }
  recent_.clear();
}

}  // namespace lanewise
