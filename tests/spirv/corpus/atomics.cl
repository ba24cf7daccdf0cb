// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

kernel void atomics(global int* a, local uint* l, global ulong* wide, volatile global float* f) {
  atomic_add(a, 3);
  atomic_cmpxchg(a + 1, 2, 7);
  atomic_max(l, 9u);
  atomic_xchg(f, 1.5f);
  atomic_store_explicit((global atomic_int*)a, 3, memory_order_release, memory_scope_device);
  a[2] = atomic_load_explicit((global atomic_int*)a, memory_order_acquire, memory_scope_work_group);
  wide[0] = atom_add(wide + 1, 5ul);
  mem_fence(CLK_GLOBAL_MEM_FENCE);
}
