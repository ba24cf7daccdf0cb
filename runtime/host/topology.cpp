// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Processors, their caches and memory nodes as Linux describes them in /sys/devices/system, and
// the affinity of threads.
#include "runtime/host/topology.h"

#include "runtime/base/small_file.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace lanewise {
namespace {

constexpr size_t kWordBits = 8 * sizeof(unsigned long);

/// The mask of the calling thread; empty if it is unknown.
std::vector<unsigned long> maskOfThisThread() {
  // The mask may be wider than cpu_set_t; the kernel then returns EINVAL.
  for (size_t bits = 1024; bits <= size_t{1} << 16; bits *= 4) {
    std::vector<unsigned long> mask(bits / kWordBits);
    if (sched_getaffinity(0, bits / 8, reinterpret_cast<cpu_set_t*>(mask.data())) == 0) return mask;
  }
  return {};
}

Processor* find(std::vector<Processor>& processors, int number) {
  const auto found = std::ranges::find(processors, number, &Processor::number);
  return found == processors.end() ? nullptr : &*found;
}

/// Marks the processors of a list as one domain.
void join(std::vector<Processor>& processors, Processor::Domain domain, const std::string& list) {
  const std::vector<int> together = parseProcessorList(list);
  if (together.empty()) return;
  const int lowest = *std::ranges::min_element(together);
  for (const int number : together)
    if (Processor* processor = find(processors, number)) processor->domain[domain] = lowest;
}

void readNodes(std::vector<Processor>& processors, const std::string& root) {
  for (const int node : parseProcessorList(readSmallFile(root + "/node/has_cpu")))
    join(processors, Processor::Numa,
         readSmallFile(root + "/node/node" + std::to_string(node) + "/cpulist"));
}

void readCaches(std::vector<Processor>& processors, const std::string& root) {
  static constexpr Processor::Domain kOfLevel[] = {Processor::L1, Processor::L2, Processor::L3,
                                                   Processor::L4};
  for (const Processor& processor : processors) {
    const std::string cpu = root + "/cpu/cpu" + std::to_string(processor.number) + "/cache/index";
    for (int index = 0;; ++index) {
      const std::string cache = cpu + std::to_string(index);
      const std::string level = readSmallFile(cache + "/level");
      if (level.empty()) break;
      const int number = std::atoi(level.c_str());
      if (number < 1 || number > 4 || readSmallFile(cache + "/type").starts_with("Instruction"))
        continue;
      join(processors, kOfLevel[number - 1], readSmallFile(cache + "/shared_cpu_list"));
    }
  }
}

/// Neighbours in the hierarchy become adjacent.
void sortByDomain(std::vector<Processor>& processors) {
  std::ranges::sort(processors, [](const Processor& a, const Processor& b) {
    const auto byDomain = std::lexicographical_compare_three_way(
        std::begin(a.domain), std::end(a.domain), std::begin(b.domain), std::end(b.domain));
    return byDomain != 0 ? byDomain < 0 : a.number < b.number;
  });
}

std::vector<int> processorsOfThisThread() {
  const std::vector<unsigned long> mask = maskOfThisThread();
  std::vector<int> numbers;
  for (size_t bit = 0; bit < mask.size() * kWordBits; ++bit)
    if (mask[bit / kWordBits] >> bit % kWordBits & 1) numbers.push_back(static_cast<int>(bit));
  return numbers;
}

}  // namespace

cl_device_affinity_domain affinityDomain(Processor::Domain domain) {
  static constexpr cl_device_affinity_domain kBits[] = {
      CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE,
      CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE,
      CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE};
  return kBits[domain];
}

std::vector<int> parseProcessorList(const std::string& text) {
  std::vector<int> numbers;
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end + 1) {
    const long first = std::strtol(at, &end, 10);
    if (end == at) break;
    long last = first;
    if (*end == '-') {
      at = end + 1;
      last = std::strtol(at, &end, 10);
      if (end == at) break;
    }
    constexpr long kMost = 1 << 16;
    for (long number = std::max(first, 0L); number <= std::min(last, kMost); ++number)
      numbers.push_back(static_cast<int>(number));
    if (*end != ',') break;
  }
  return numbers;
}

std::vector<Processor> describeProcessors(std::span<const int> numbers, const std::string& root) {
  std::vector<Processor> processors;
  for (const int number : numbers) processors.push_back({.number = number});
  readNodes(processors, root);
  readCaches(processors, root);
  sortByDomain(processors);
  return processors;
}

std::vector<Processor> probeProcessors(const std::string& root) {
  return describeProcessors(processorsOfThisThread(), root);
}

std::vector<Processor> probeNodes(const std::string& root) {
  std::vector<Processor> processors;
  for (const int number : processorsOfThisThread()) processors.push_back({.number = number});
  readNodes(processors, root);
  sortByDomain(processors);
  return processors;
}

ProcessorPositions::ProcessorPositions(std::span<const Processor> ordered) {
  for (const Processor& processor : ordered) {
    const auto index = static_cast<size_t>(processor.number);
    if (positions_.size() <= index) positions_.resize(index + 1);
    positions_[index] = static_cast<uint32_t>(&processor - ordered.data());
  }
  if (!ordered.empty()) count_ = static_cast<uint32_t>(ordered.size());
}

ProcessorSet::ProcessorSet(std::span<const Processor> processors) {
  for (const Processor& processor : processors) {
    const auto bit = static_cast<size_t>(processor.number);
    if (mask_.size() <= bit / kWordBits) mask_.resize(bit / kWordBits + 1);
    mask_[bit / kWordBits] |= 1ul << bit % kWordBits;
  }
}

ProcessorSet ProcessorSet::ofThisThread() {
  ProcessorSet set;
  set.mask_ = maskOfThisThread();
  return set;
}

// A processor may have been removed meanwhile; the thread then keeps its mask.
void ProcessorSet::bindThisThread() const {
  if (!mask_.empty())
    sched_setaffinity(0, mask_.size() * sizeof(unsigned long),
                      reinterpret_cast<const cpu_set_t*>(mask_.data()));
}

BoundThread::BoundThread(const ProcessorSet* set) {
  if (!set) return;
  before_ = std::make_unique<ProcessorSet>(ProcessorSet::ofThisThread());
  set->bindThisThread();
}

BoundThread::~BoundThread() {
  if (before_) before_->bindThisThread();
}

}  // namespace lanewise
