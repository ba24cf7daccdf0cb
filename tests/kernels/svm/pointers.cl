// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that follow pointers of the host, and that share atomics with it.

typedef struct Node {
  global struct Node *next;
  long value;
} Node;

// Adds to each node of a list that the host linked.
kernel void walk(global Node *first, long add, global int *length) {
  int count = 0;
  for (global Node *node = first; node; node = node->next) {
    node->value += add;
    ++count;
  }
  *length = count;
}

// Links nodes for the host to walk.
kernel void link(global Node *nodes) {
  const size_t i = get_global_id(0);
  nodes[i].next = i + 1 < get_global_size(0) ? &nodes[i + 1] : 0;
  nodes[i].value = (long)i * 3;
}

// Pointers as numbers: in a buffer, in a structure by value.
typedef struct {
  global const int *from;
  global int *to;
} Pair;
kernel void copyThrough(global const ulong *address, Pair pair) {
  const size_t i = get_global_id(0);
  pair.to[i] = pair.from[i] + ((global const int *)*address)[i];
}

kernel void addressOf(global int *memory, global ulong *out) { *out = (ulong)memory; }

// Every work-item adds while the host does the same.
kernel void countTogether(global atomic_int *narrow, global atomic_long *wide, int times) {
  for (int i = 0; i < times; ++i) {
    atomic_fetch_add_explicit(narrow, 1, memory_order_relaxed, memory_scope_all_svm_devices);
    atomic_fetch_add_explicit(wide, 1L << 20, memory_order_seq_cst, memory_scope_all_svm_devices);
  }
}

// Ping-pong: odd turns are the device's, a negative one is the last. The flag guards ordinary memory.
kernel void pingPong(global atomic_int *turn, global long *plain, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    int now = 0;
    while (now != 2 * round + 1) {
      now = atomic_load_explicit(turn, memory_order_acquire, memory_scope_all_svm_devices);
      if (now < 0) return;
    }
    *plain = *plain * 3 + 1;
    atomic_store_explicit(turn, 2 * round + 2, memory_order_release,
                          memory_scope_all_svm_devices);
  }
}

// One round of Dekker's handshake: only sequential consistency prevents both sides from reading 0.
kernel void handshake(global atomic_int *start, global atomic_int *mine, global atomic_int *theirs,
                      global int *seen, int rounds) {
  for (int round = 1; round <= rounds; ++round) {
    while (atomic_load(start) < round) {
    }
    atomic_store_explicit(mine + round, 1, memory_order_seq_cst, memory_scope_all_svm_devices);
    seen[round] = atomic_load_explicit(theirs + round, memory_order_seq_cst,
                                       memory_scope_all_svm_devices);
  }
}

// Fences instead of ordered operations.
kernel void publish(global atomic_int *flag, global int *plain, int value) {
  *plain = value;
  atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_all_svm_devices);
  atomic_store_explicit(flag, 1, memory_order_relaxed, memory_scope_all_svm_devices);
}

// Adjacent bytes; the host writes every other one at the same time.
kernel void everyOtherByte(global uchar *bytes, uchar value) {
  bytes[2 * get_global_id(0)] = value;
}
