// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The processors that this process may use, and the memory and caches that they share. Read when a
// device is queried for partitions, not before: on a large machine these are many small files.
#pragma once

#include <CL/cl.h>
#include <sched.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

struct Processor {
  /// Outermost first, the order of CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE.
  enum Domain : uint8_t { Numa, L4, L3, L2, L1, kDomainCount };

  int number = 0;
  /// The lowest processor of the domain that this one is in; the same for all where nothing is
  /// known.
  int domain[kDomainCount] = {};
};

/// The bit of CL_DEVICE_PARTITION_AFFINITY_DOMAIN.
cl_device_affinity_domain affinityDomain(Processor::Domain domain);

/// The processors in the affinity mask of the process, ordered so that neighbours in the hierarchy
/// are adjacent. `root` is the folder with the kernel's description.
std::vector<Processor> probeProcessors(const std::string& root = "/sys/devices/system");
/// Describes the given processors.
std::vector<Processor> describeProcessors(std::span<const int> numbers, const std::string& root);
/// probeProcessors() without the caches, which are many files on a large machine.
std::vector<Processor> probeNodes(const std::string& root = "/sys/devices/system");

/// "0-2,8" is 0, 1, 2, 8.
std::vector<int> parseProcessorList(const std::string& text);

/// A set of processors that threads can be bound to.
class ProcessorSet {
 public:
  explicit ProcessorSet(std::span<const Processor> processors);
  /// The mask of the calling thread; empty if it is unknown.
  static ProcessorSet ofThisThread();
  void bindThisThread() const;

 private:
  ProcessorSet() = default;
  std::vector<unsigned long> mask_;
};

/// Where processors are in an order in which those of one memory node are adjacent.
class ProcessorPositions {
 public:
  /// All are at position 0 of 1.
  ProcessorPositions() = default;
  explicit ProcessorPositions(std::span<const Processor> ordered);
  uint32_t count() const { return count_; }
  /// The position of the processor that the calling thread runs on; 0 if it is none of them.
  uint32_t ofThisThread() const { return of(sched_getcpu()); }
  uint32_t of(int processor) const {
    const auto index = static_cast<size_t>(processor);
    return processor >= 0 && index < positions_.size() ? positions_[index] : 0;
  }

 private:
  std::vector<uint32_t> positions_;  // by number
  uint32_t count_ = 1;
};

/// Binds the calling thread to a set, if there is one, and restores the previous mask afterwards.
class BoundThread {
 public:
  explicit BoundThread(const ProcessorSet* set);
  ~BoundThread();
  BoundThread(const BoundThread&) = delete;
  BoundThread& operator=(const BoundThread&) = delete;

 private:
  std::unique_ptr<ProcessorSet> before_;
};

}  // namespace lanewise
