// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The instructions on pipes. interface/pipe_layout.h describes the memory. No function waits: each
// repeats a compare-and-exchange only if another thread has succeeded. Indexes wrap at the
// capacity, so that a wrong reservation reaches no memory but the pipe's.
#include "builtins/scalar.h"
#include "interface/pipe_layout.h"

// The bitcode has no target. The runtime library is compiled for processors with atomics of 64
// bits.
#pragma clang diagnostic ignored "-Watomic-alignment"

using namespace lanewise::pipes;

namespace {

enum Direction : u64 { kWriting, kReading };

// What OpReadPipe and the like return.
constexpr i32 kSuccess = 0, kFailure = -1;

constexpr u64 kCommitted = u64(1) << 32;
constexpr int kDirectionBit = 33, kLapBit = 34;
constexpr u64 kCountMask = 0xffffffff;

struct Reservation {
  u64 first;
  u64 count;  // 0: there is none
};

INLINE Side& sideOf(Pipe& pipe, Direction direction) {
  return direction == kWriting ? pipe.writers : pipe.readers;
}

// A packet's place. The lap tells apart the indexes that have it.
struct Place {
  u64* state;
  u8* packet;
  u64 tag;  // of a state, without count and kCommitted

  static Place of(const Pipe& pipe, Direction direction, u64 index) {
    const u64 at = index % pipe.capacity, lap = index / pipe.capacity;
    u8* const memory = static_cast<u8*>(pipe.memory);
    return {reinterpret_cast<u64*>(memory) + at,
            memory + packetsOffset(pipe.capacity) + at * pipe.packetBytes,
            lap << kLapBit | direction << kDirectionBit};
  }
  // A reservation that begins here and is not committed has this many packets; 0: there is none.
  u64 openCount() const {
    const u64 found = __atomic_load_n(state, __ATOMIC_RELAXED);
    return (found & ~kCountMask) == tag ? found & kCountMask : 0;
  }
};

// The index behind the last packet that may be reserved.
INLINE u64 limitOf(const Pipe& pipe, Direction direction) {
  if (direction == kReading) return __atomic_load_n(&pipe.writers.done.value, __ATOMIC_ACQUIRE);
  return __atomic_load_n(&pipe.readers.done.value, __ATOMIC_ACQUIRE) + pipe.capacity;
}

// `parts` of `each` packets one behind another, or as many as there are, but one at least. The
// limit is read behind the tail, which never exceeds it.
INLINE Reservation reserve(Pipe& pipe, Direction direction, u64 each, u64 parts) {
  u64* const tail = &sideOf(pipe, direction).tail.value;
  u64 first = __atomic_load_n(tail, __ATOMIC_ACQUIRE);
  for (;;) {
    const u64 left = limitOf(pipe, direction) - first;
    if (left < each) return {0, 0};
    const u64 count = left < parts * each ? left / each * each : parts * each;
    if (__atomic_compare_exchange_n(tail, &first, first + count, true, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
      return {first, count};
  }
}

// Commits and reads of `done` have one order: either this thread finds what another one has marked
// before, or that one finds `done` as this thread has left it.
INLINE void commit(Pipe& pipe, Direction direction, u64 first, u64 count) {
  const Place own = Place::of(pipe, direction, first);
  __atomic_exchange_n(own.state, own.tag | kCommitted | count, __ATOMIC_SEQ_CST);
  u64* const done = &sideOf(pipe, direction).done.value;
  u64 index = __atomic_load_n(done, __ATOMIC_SEQ_CST);
  for (;;) {
    const Place next = Place::of(pipe, direction, index);
    const u64 found = __atomic_load_n(next.state, __ATOMIC_SEQ_CST);
    if ((found & ~kCountMask) != (next.tag | kCommitted)) return;
    const u64 behind = index + (found & kCountMask);
    if (__atomic_compare_exchange_n(done, &index, behind, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
      index = behind;
  }
}

INLINE void copy(void* to, const void* from, u32 bytes) {
  switch (bytes) {
    case 1: __builtin_memcpy(to, from, 1); break;
    case 2: __builtin_memcpy(to, from, 2); break;
    case 4: __builtin_memcpy(to, from, 4); break;
    case 8: __builtin_memcpy(to, from, 8); break;
    case 16: __builtin_memcpy(to, from, 16); break;
    default: __builtin_memcpy(to, from, bytes);
  }
}

INLINE void move(Direction direction, void* memory, u8* packet, u32 bytes) {
  if (direction == kWriting)
    copy(packet, memory, bytes);
  else
    copy(memory, packet, bytes);
}

// Notes the size that a kernel declares, if the pipe has packets of another one.
INLINE bool hasSize(Pipe& pipe, i32 packetBytes) {
  if (u32(packetBytes) == pipe.packetBytes) return true;
  __atomic_store_n(&pipe.wrongPacketBytes, u32(packetBytes), __ATOMIC_RELAXED);
  return false;
}

INLINE i32 transfer(void* object, Direction direction, void* memory, i32 packetBytes) {
  Pipe& pipe = *static_cast<Pipe*>(object);
  if (!hasSize(pipe, packetBytes)) return kFailure;
  const Reservation one = reserve(pipe, direction, 1, 1);
  if (one.count == 0) return kFailure;
  move(direction, memory, Place::of(pipe, direction, one.first).packet, pipe.packetBytes);
  commit(pipe, direction, one.first, 1);
  return kSuccess;
}

// The active lanes of a vector: those that come first get what there is.
INLINE void transferLanes(void* object, Direction direction, void* addresses, i64 active,
                          i32 packetBytes, void* codes) {
  Pipe& pipe = *static_cast<Pipe*>(object);
  void* const* const memory = static_cast<void* const*>(addresses);
  i32* const results = static_cast<i32*>(codes);
  u64 left = u64(active);
  Reservation all{0, 0};
  if (left != 0 && hasSize(pipe, packetBytes))
    all = reserve(pipe, direction, 1, u64(__builtin_popcountll(left)));
  for (u64 n = 0; left != 0; left &= left - 1, ++n) {
    const int lane = __builtin_ctzll(left);
    results[lane] = n < all.count ? kSuccess : kFailure;
    if (n < all.count)
      move(direction, memory[lane], Place::of(pipe, direction, all.first + n).packet,
           pipe.packetBytes);
  }
  if (all.count != 0) commit(pipe, direction, all.first, all.count);
}

// A reservation's id: the index of its first packet, and one more. 0 is not valid.
INLINE void* idOf(u64 first) { return reinterpret_cast<void*>(first + 1); }
INLINE u64 firstOf(const void* id) { return reinterpret_cast<u64>(id) - 1; }

// Notes the count of a reservation, for its accesses and its commit.
INLINE void open(const Pipe& pipe, Direction direction, Reservation reservation) {
  const Place place = Place::of(pipe, direction, reservation.first);
  __atomic_store_n(place.state, place.tag | reservation.count, __ATOMIC_RELEASE);
}

INLINE void* reserveSome(void* object, Direction direction, i32 count, i32 packetBytes) {
  Pipe& pipe = *static_cast<Pipe*>(object);
  if (count == 0 || !hasSize(pipe, packetBytes)) return nullptr;
  const Reservation some = reserve(pipe, direction, u32(count), 1);
  if (some.count == 0) return nullptr;
  open(pipe, direction, some);
  return idOf(some.first);
}

// Makes a reservation for each active lane. Those that come first get what there is.
INLINE void reserveLanes(void* object, Direction direction, i64 active, i32 count, i32 packetBytes,
                         void* results) {
  Pipe& pipe = *static_cast<Pipe*>(object);
  void** const ids = static_cast<void**>(results);
  u64 left = u64(active);
  Reservation all{0, 0};
  if (left != 0 && count != 0 && hasSize(pipe, packetBytes))
    all = reserve(pipe, direction, u32(count), u64(__builtin_popcountll(left)));
  for (; left != 0; left &= left - 1) {
    const int lane = __builtin_ctzll(left);
    if (all.count == 0) {
      ids[lane] = nullptr;
      continue;
    }
    open(pipe, direction, {all.first, u32(count)});
    ids[lane] = idOf(all.first);
    all.first += u32(count);
    all.count -= u32(count);
  }
}

INLINE i32 transferReserved(void* object, Direction direction, const void* id, i32 index,
                            void* memory, i32 packetBytes) {
  Pipe& pipe = *static_cast<Pipe*>(object);
  if (!id || !hasSize(pipe, packetBytes)) return kFailure;
  if (u32(index) >= Place::of(pipe, direction, firstOf(id)).openCount()) return kFailure;
  move(direction, memory, Place::of(pipe, direction, firstOf(id) + u32(index)).packet,
       pipe.packetBytes);
  return kSuccess;
}

// Nothing for an id that is not valid, that of another pipe, or one that is committed.
INLINE void commitReserved(void* object, Direction direction, const void* id) {
  Pipe& pipe = *static_cast<Pipe*>(object);
  if (!id) return;
  const u64 count = Place::of(pipe, direction, firstOf(id)).openCount();
  if (count != 0) commit(pipe, direction, firstOf(id), count);
}

}  // namespace

LW_LARGE i32 lw_ReadPipe_p_p_i32(void* pipe, void* packet, i32 packetBytes) {
  return transfer(pipe, kReading, packet, packetBytes);
}
LW_LARGE i32 lw_WritePipe_p_p_i32(void* pipe, void* packet, i32 packetBytes) {
  return transfer(pipe, kWriting, packet, packetBytes);
}

// Each active lane has an address and gets a result.
LW_LARGE void lw_ReadPipeLanes_p_p_i64_i32_p(void* pipe, void* addresses, i64 active,
                                             i32 packetBytes, void* results) {
  transferLanes(pipe, kReading, addresses, active, packetBytes, results);
}
LW_LARGE void lw_WritePipeLanes_p_p_i64_i32_p(void* pipe, void* addresses, i64 active,
                                              i32 packetBytes, void* results) {
  transferLanes(pipe, kWriting, addresses, active, packetBytes, results);
}

LW_LARGE void* lw_ReserveReadPipePackets_p_i32_i32(void* pipe, i32 count, i32 packetBytes) {
  return reserveSome(pipe, kReading, count, packetBytes);
}
LW_LARGE void* lw_ReserveWritePipePackets_p_i32_i32(void* pipe, i32 count, i32 packetBytes) {
  return reserveSome(pipe, kWriting, count, packetBytes);
}

LW_LARGE void lw_ReserveReadPipePacketsLanes_p_i64_i32_i32_p(void* pipe, i64 active, i32 count,
                                                             i32 packetBytes, void* ids) {
  reserveLanes(pipe, kReading, active, count, packetBytes, ids);
}
LW_LARGE void lw_ReserveWritePipePacketsLanes_p_i64_i32_i32_p(void* pipe, i64 active, i32 count,
                                                              i32 packetBytes, void* ids) {
  reserveLanes(pipe, kWriting, active, count, packetBytes, ids);
}

LW_LARGE i32 lw_ReservedReadPipe_p_p_i32_p_i32(void* pipe, void* id, i32 index, void* packet,
                                               i32 packetBytes) {
  return transferReserved(pipe, kReading, id, index, packet, packetBytes);
}
LW_LARGE i32 lw_ReservedWritePipe_p_p_i32_p_i32(void* pipe, void* id, i32 index, void* packet,
                                                i32 packetBytes) {
  return transferReserved(pipe, kWriting, id, index, packet, packetBytes);
}

LW_LARGE void lw_CommitReadPipe_p_p(void* pipe, void* id) { commitReserved(pipe, kReading, id); }
LW_LARGE void lw_CommitWritePipe_p_p(void* pipe, void* id) { commitReserved(pipe, kWriting, id); }

// The packets that can be read. Readers move their tail up to what writers have done, never beyond.
LW i32 lw_GetNumPipePackets_p(void* pipe) {
  Pipe& of = *static_cast<Pipe*>(pipe);
  const u64 tail = __atomic_load_n(&of.readers.tail.value, __ATOMIC_ACQUIRE);
  return i32(__atomic_load_n(&of.writers.done.value, __ATOMIC_ACQUIRE) - tail);
}
LW i32 lw_GetMaxPipePackets_p(void* pipe) { return i32(static_cast<Pipe*>(pipe)->capacity); }

// The conversions that LLVM does not have for types of the target.
LW i64 lw_ReserveIdBits_p(void* id) { return reinterpret_cast<i64>(id); }
LW void* lw_ReserveId_i64(i64 bits) { return reinterpret_cast<void*>(bits); }
LW void* lw_PipeOfStorage_p(void* storage) { return storage; }
