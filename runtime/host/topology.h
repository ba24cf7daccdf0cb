// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which processors this process may use, and which of them share a memory or a cache. Read when a
// device is asked how it can be cut, not before: on a large machine this is many small files.
#pragma once

#include <CL/cl.h>
#include <sched.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace lanewise {

struct Processor {
  /// Outermost first, the order in which CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE looks.
  enum Domain : uint8_t { Numa, L4, L3, L2, L1, kDomainCount };

  int number = 0;
  /// The lowest processor of the domain that this one is in; the same for all where nothing is
  /// known.
  int domain[kDomainCount] = {};
};

/// The bit of CL_DEVICE_PARTITION_AFFINITY_DOMAIN.
cl_device_affinity_domain affinityDomain(Processor::Domain domain);

/// The processors in the affinity mask of the process, neighbours in the hierarchy side by side;
/// `root` is where the kernel describes them.
std::vector<Processor> probeProcessors(const std::string& root = "/sys/devices/system");
/// Of these processors, what `root` says.
std::vector<Processor> describeProcessors(std::span<const int> numbers, const std::string& root);

/// "0-2,8" is 0, 1, 2, 8.
std::vector<int> parseProcessorList(const std::string& text);

/// A set of processors that threads can be bound to.
class ProcessorSet {
 public:
  explicit ProcessorSet(std::span<const Processor> processors);
  /// Of the calling thread; empty if it cannot be told.
  static ProcessorSet ofThisThread();
  void bindThisThread() const;

 private:
  ProcessorSet() = default;
  std::vector<unsigned long> mask_;
};

/// Binds the calling thread to a set, if there is one, and afterwards to what it was bound to.
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
