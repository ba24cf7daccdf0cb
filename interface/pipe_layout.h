// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of a pipe: plain data, which the host or the compiler prepares and the device library
// (builtins/pipes.cpp) changes. A pipe argument in the argument block is the address of a Pipe.
// Raise kAbiVersion (kernel_abi.h) for any change here.
//
// Packets have indexes from 0 on, in the order in which they are reserved for writing. Packet n and
// its state lie at n % capacity. Of each of the two sides, writers and readers, `tail` is the index
// behind the last packet that is reserved, and `done` the index behind the last one before which
// all are committed:
//
//   read done <= read tail <= write done <= write tail <= read done + capacity
//
// A reservation is the index of its first packet and a count. Its state is that of the first
// packet. A commit marks it, and moves `done` over all marked reservations that follow, its own or
// others. So no thread waits for another one, and packets become visible in the order of the
// reservations.
#pragma once

namespace lanewise::pipes {

/// A counter on a cache line of its own.
struct Counter {
  alignas(64) unsigned long value;
};

struct Side {
  Counter tail, done;
};

struct Pipe {
  unsigned packetBytes;
  unsigned capacity;  // packets, at least 1
  /// A state for each packet, zero at first, then the packets. Aligned to kMemoryAlignment.
  void* memory;
  /// The size of packets that a kernel has used, if that was not packetBytes; 0: none has.
  unsigned wrongPacketBytes;
  Side writers, readers;
};
static_assert(sizeof(Pipe) == 5 * 64);

/// The alignment of the largest type of OpenCL C.
inline constexpr unsigned kMemoryAlignment = 128;

/// Where packets begin in Pipe::memory.
constexpr unsigned long packetsOffset(unsigned long capacity) {
  return (8 * capacity + kMemoryAlignment - 1) / kMemoryAlignment * kMemoryAlignment;
}

/// The size of Pipe::memory.
constexpr unsigned long memoryBytes(unsigned long packetBytes, unsigned long capacity) {
  return packetsOffset(capacity) + packetBytes * capacity;
}

}  // namespace lanewise::pipes
