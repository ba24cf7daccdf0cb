// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Litmus tests of the memory model: no outcome is seen that an order forbids, between work-items of
// a vector, of a work-group, of work-groups on different threads, and between host and device.
//
// Each pattern is run once on each of many cells. A cell holds the number of the round in which it
// was written last, so it counts as written if it holds this one. Work-groups and the host wait for
// each other in front of each cell, but not long: nothing depends on the progress of another one.
// OPENCL_TEST_LITMUS_ROUNDS is the number of rounds.
#include "device.h"

#include <atomic>
#include <cstdlib>
#include <functional>
#include <span>

namespace kernels {
namespace {

constexpr int kCells = 8192, kResults = 4;

constexpr const char* kSource = R"(
#define ALL_MEMORY (CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)
#ifdef MODIFY
#define ST(p) atomic_fetch_max_explicit(p, round, ST_ORDER, SCOPE)
#else
#define ST(p) atomic_store_explicit(p, round, ST_ORDER, SCOPE)
#endif
#define LD(p) (atomic_load_explicit(p, LD_ORDER, SCOPE) == round)
#ifdef FENCE_ORDER
#define F atomic_work_item_fence(ALL_MEMORY, FENCE_ORDER, SCOPE)
#else
#define F
#endif
#define RESULT(number, value) out[cell * 4 + number] = value

void run(int role, int cell, SPACE atomic_int* x, SPACE atomic_int* y, SPACE int* plain, int round,
         global int* out) {
  if (role == 0) { ROLE0; }
  if (role == 1) { ROLE1; }
  if (role == 2) { ROLE2; }
  if (role == 3) { ROLE3; }
}

// Work-items i, i + apart, ... of a work-group share a cell.
kernel void in_group(global atomic_int* x, global atomic_int* y, global int* plain,
                     global int* out, int round, int apart) {
  const int lid = get_local_id(0), group = get_group_id(0);
  const int cells = get_local_size(0) / ROLES;
  const int role = lid / apart % ROLES, own = lid % apart + lid / (apart * ROLES) * apart;
#ifdef IN_LOCAL_MEMORY
  local atomic_int xs[64], ys[64];
  local int plains[64];
  if (lid < 64) {
    atomic_init(xs + lid, 0);
    atomic_init(ys + lid, 0);
    plains[lid] = 0;
  }
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  run(role, group * cells + own, xs + own, ys + own, plains + own, round, out);
#else
  const int at = group * cells + own;
  run(role, at, x + at, y + at, plain + at, round, out);
#endif
}

#ifndef IN_LOCAL_MEMORY
// Waits until all roles have begun the step, unless some of them do not seem to run.
void meet(global atomic_int* progress, int role, int roles, int step, int* patience) {
  atomic_store_explicit(progress + 32 * role, step, memory_order_relaxed,
                        memory_scope_all_svm_devices);
  for (int other = 0; other < roles; ++other)
    while (*patience > 0 && atomic_load_explicit(progress + 32 * other, memory_order_relaxed,
                                                 memory_scope_all_svm_devices) < step)
      --*patience;
}

// Each work-group has a role.
kernel void in_groups(global atomic_int* x, global atomic_int* y, global int* plain,
                      global int* out, int round, global atomic_int* progress, int firstRole,
                      int cells) {
  const int role = firstRole + get_group_id(0);
  int patience = 300000;  // waking a thread takes time
  for (int at = get_local_id(0); at < cells; at += get_local_size(0)) {
    if (get_local_id(0) == 0) meet(progress, role, ROLES, round * cells + at, &patience);
    run(role, at, x + at, y + at, plain + at, round, out);
  }
}
#endif
)";

struct Pattern {
  const char* name;
  int roles;
  const char* code[4];
  bool (*isForbidden)(const cl_int*);
};

constexpr Pattern kMessagePassing = {
    "message passing",
    2,
    {"ST(x); F; ST(y)", "int a = LD(y); F; int b = LD(x); RESULT(0, a); RESULT(1, b)", "", ""},
    [](const cl_int* r) { return r[0] && !r[1]; }};
constexpr Pattern kPlainMessage = {
    "message passing of plain memory",
    2,
    {"*plain = round; F; ST(y)",
     "int a = LD(y), b = 1; F; if (a) b = *plain == round; RESULT(0, a); RESULT(1, b)", "", ""},
    [](const cl_int* r) { return r[0] && !r[1]; }};
constexpr Pattern kStoreBuffering = {
    "store buffering",
    2,
    {"ST(x); F; RESULT(0, LD(y))", "ST(y); F; RESULT(1, LD(x))", "", ""},
    [](const cl_int* r) { return !r[0] && !r[1]; }};
constexpr Pattern kLoadBuffering = {
    "load buffering",
    2,
    {"int a = LD(x); F; ST(y); RESULT(0, a)", "int a = LD(y); F; ST(x); RESULT(1, a)", "", ""},
    [](const cl_int* r) { return r[0] && r[1]; }};
constexpr Pattern kIndependentReads = {
    "independent reads of independent writes",
    4,
    {"ST(x)", "ST(y)", "int a = LD(x); F; int b = LD(y); RESULT(0, a); RESULT(1, b)",
     "int a = LD(y); F; int b = LD(x); RESULT(2, a); RESULT(3, b)"},
    [](const cl_int* r) { return r[0] && !r[1] && r[2] && !r[3]; }};
constexpr Pattern kCoherence = {
    "coherence",
    2,
    {"ST(x)", "int a = LD(x); F; int b = LD(x); RESULT(0, a); RESULT(1, b)", "", ""},
    [](const cl_int* r) { return r[0] && !r[1]; }};

struct Order {
  const char* name;
  const char *store, *load, *fence;
  bool modifies;  // stores by an operation that reads and writes
};
constexpr Order kRelaxed = {"relaxed", "relaxed", "relaxed", nullptr, false};
constexpr Order kAcquireRelease = {"acquire and release", "release", "acquire", nullptr, false};
constexpr Order kSequential = {"seq_cst", "seq_cst", "seq_cst", nullptr, false};
constexpr Order kAcquireReleaseFences = {"fences", "relaxed", "relaxed", "acq_rel", false};
constexpr Order kSequentialFences = {"seq_cst fences", "relaxed", "relaxed", "seq_cst", false};
constexpr Order kModifying = {"modifying, acquire and release", "acq_rel", "acquire", nullptr,
                              true};
constexpr Order kSequentialModifying = {"modifying, seq_cst", "seq_cst", "seq_cst", nullptr, true};

struct Case {
  const Pattern& pattern;
  std::vector<Order> orders;  // those that forbid the outcome
};
const std::vector<Case>& cases() {
  static const auto& all = *new std::vector<Case>{
      {kCoherence, {kRelaxed, kSequential}},
      {kMessagePassing,
       {kAcquireRelease, kSequential, kAcquireReleaseFences, kSequentialFences, kModifying,
        kSequentialModifying}},
      {kPlainMessage, {kAcquireRelease, kSequential, kAcquireReleaseFences, kModifying}},
      {kLoadBuffering,
       {kAcquireRelease, kSequential, kAcquireReleaseFences, kModifying, kSequentialModifying}},
      {kStoreBuffering, {kSequential, kSequentialFences, kSequentialModifying}},
      {kIndependentReads, {kSequential, kSequentialFences, kSequentialModifying}},
  };
  return all;
}

int rounds() {
  const char* wanted = std::getenv("OPENCL_TEST_LITMUS_ROUNDS");
  return wanted ? std::atoi(wanted) : 3;
}

/// Shared by pointer with the host.
class Cells {
 public:
  explicit Cells(int count) {
    memory_ = static_cast<cl_int*>(clSVMAlloc(TestDevice::get().context(),
                                              CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS,
                                              static_cast<size_t>(count) * sizeof(cl_int), 0));
    EXPECT_NE(memory_, nullptr);
    std::fill_n(memory_, count, 0);
  }
  ~Cells() { clSVMFree(TestDevice::get().context(), memory_); }
  Cells(const Cells&) = delete;
  cl_int* begin() const { return memory_; }
  std::atomic_ref<cl_int> at(int index) const { return std::atomic_ref<cl_int>(memory_[index]); }

 private:
  cl_int* memory_;
};

class Litmus {
 public:
  Litmus(const Pattern& pattern, const Order& order, const std::string& scope, bool inLocal)
      : pattern_(pattern),
        order_(order),
        title_(std::string(pattern.name) + ", " + order.name + ", " + scope +
               (inLocal ? ", local" : "")) {
    const auto memoryOrder = [](const char* name) { return "memory_order_" + std::string(name); };
    std::string text = "#define ROLES " + std::to_string(pattern.roles) + "\n";
    for (int role = 0; role < 4; ++role)
      text += "#define ROLE" + std::to_string(role) + " " + pattern.code[role] + "\n";
    text += "#define ST_ORDER " + memoryOrder(order.store) + "\n";
    text += "#define LD_ORDER " + memoryOrder(order.load) + "\n";
    text += "#define SCOPE memory_scope_" + scope + "\n";
    if (order.fence) text += "#define FENCE_ORDER " + memoryOrder(order.fence) + "\n";
    if (order.modifies) text += "#define MODIFY\n";
    text += inLocal ? "#define SPACE local\n#define IN_LOCAL_MEMORY\n" : "#define SPACE global\n";
    program_ = TestDevice::get().sourceProgram(text + kSource, "-cl-std=CL3.0");
  }

  /// The roles of a cell are `apart` work-items from each other.
  void inGroup(int apart, int local) {
    cl_kernel kernel = create("in_group");
    clSetKernelArg(kernel, 5, sizeof apart, &apart);
    for (int round = 1; round <= rounds(); ++round) {
      start(kernel, round, static_cast<size_t>(kCells) * pattern_.roles,
            static_cast<size_t>(local));
      clFinish(TestDevice::get().queue());
      check(round);
    }
    clReleaseKernel(kernel);
  }

  void inGroups(int local) {
    cl_kernel kernel = create("in_groups");
    setRoles(kernel, 0);
    // The first launches measure what a work-group costs, on one thread.
    for (int round = 1; round <= rounds() + 2; ++round) {
      start(kernel, round, static_cast<size_t>(pattern_.roles * local), static_cast<size_t>(local));
      clFinish(TestDevice::get().queue());
      check(round);
    }
    clReleaseKernel(kernel);
  }

  /// `host`: what the host does with a cell as the other role.
  void withHost(int deviceRole, int local, const std::function<void(Litmus&, int, int)>& host) {
    cl_kernel kernel = create("in_groups");
    setRoles(kernel, deviceRole);
    for (int round = 1; round <= rounds(); ++round) {
      start(kernel, round, static_cast<size_t>(local), static_cast<size_t>(local));
      clFlush(TestDevice::get().queue());
      int patience = 3'000'000;
      for (int at = 0; at < kCells; ++at) {
        const int step = round * kCells + at;
        progress_.at(32 * (1 - deviceRole)).store(step, std::memory_order_relaxed);
        while (patience > 0 && progress_.at(32 * deviceRole).load(std::memory_order_relaxed) < step)
          --patience;
        host(*this, at, round);
      }
      clFinish(TestDevice::get().queue());
      check(round);
    }
    clReleaseKernel(kernel);
  }

  std::memory_order storeOrder() const { return toOrder(order_.store); }
  std::memory_order loadOrder() const { return toOrder(order_.load); }
  void fence() const {
    if (order_.fence) std::atomic_thread_fence(toOrder(order_.fence));
  }
  const Cells& x() const { return x_; }
  const Cells& y() const { return y_; }
  cl_int* plain() const { return plain_.begin(); }
  void setResult(int cell, int number, bool value) {
    out_.begin()[cell * kResults + number] = value;
  }

 private:
  static std::memory_order toOrder(std::string_view name) {
    return name == "relaxed"   ? std::memory_order_relaxed
           : name == "acquire" ? std::memory_order_acquire
           : name == "release" ? std::memory_order_release
           : name == "acq_rel" ? std::memory_order_acq_rel
                               : std::memory_order_seq_cst;
  }
  cl_kernel create(const char* name) {
    cl_int error = CL_SUCCESS;
    cl_kernel kernel = clCreateKernel(program_, name, &error);
    EXPECT_EQ(error, CL_SUCCESS) << title_;
    const Cells* arguments[] = {&x_, &y_, &plain_, &out_};
    for (cl_uint i = 0; i < 4; ++i) clSetKernelArgSVMPointer(kernel, i, arguments[i]->begin());
    std::fill_n(out_.begin(), kCells * kResults, -1);
    return kernel;
  }
  void setRoles(cl_kernel kernel, cl_int firstRole) {
    const cl_int cells = kCells;
    clSetKernelArgSVMPointer(kernel, 5, progress_.begin());
    clSetKernelArg(kernel, 6, sizeof firstRole, &firstRole);
    clSetKernelArg(kernel, 7, sizeof cells, &cells);
  }
  void start(cl_kernel kernel, cl_int round, size_t items, size_t local) {
    clSetKernelArg(kernel, 4, sizeof round, &round);
    EXPECT_EQ(clEnqueueNDRangeKernel(TestDevice::get().queue(), kernel, 1, nullptr, &items, &local,
                                     0, nullptr, nullptr),
              CL_SUCCESS)
        << title_;
  }
  void check(int round) {
    for (int cell = 0; cell < kCells; ++cell) {
      cl_int* results = out_.begin() + cell * kResults;
      ASSERT_FALSE(pattern_.isForbidden(results))
          << title_ << ": cell " << cell << " of round " << round << " has " << results[0] << " "
          << results[1] << " " << results[2] << " " << results[3];
    }
  }

  const Pattern& pattern_;
  const Order order_;
  const std::string title_;
  cl_program program_ = nullptr;
  Cells x_{kCells}, y_{kCells}, plain_{kCells}, out_{kCells * kResults}, progress_{32 * 4};
};

void forEachCase(const std::vector<std::string>& scopes, bool inLocal,
                 const std::function<void(Litmus&)>& run) {
  for (const Case& one : cases())
    for (const Order& order : one.orders)
      for (const std::string& scope : scopes) {
        Litmus litmus(one.pattern, order, scope, inLocal);
        run(litmus);
        if (testing::Test::HasFailure()) return;
      }
}

TEST(Litmus, InAVector) {
  forEachCase({"work_group", "device"}, false, [](Litmus& litmus) { litmus.inGroup(1, 64); });
}
TEST(Litmus, InAVectorInLocalMemory) {
  forEachCase({"sub_group", "work_group"}, true, [](Litmus& litmus) { litmus.inGroup(1, 64); });
}
TEST(Litmus, InAWorkGroup) {
  forEachCase({"work_group", "all_svm_devices"}, false,
              [](Litmus& litmus) { litmus.inGroup(16, 128); });
}
TEST(Litmus, InAWorkGroupInLocalMemory) {
  forEachCase({"work_group"}, true, [](Litmus& litmus) { litmus.inGroup(16, 128); });
}
TEST(Litmus, AmongWorkGroupsOfOneWorkItem) {
  forEachCase({"device"}, false, [](Litmus& litmus) { litmus.inGroups(1); });
}
TEST(Litmus, AmongWorkGroups) {
  forEachCase({"device", "all_svm_devices"}, false, [](Litmus& litmus) { litmus.inGroups(16); });
}

using Host = std::function<void(Litmus&, int, int)>;

void expectWithHost(const Pattern& pattern, std::span<const Order> orders, int deviceRole,
                    const Host& host) {
  for (const Order& order : orders)
    for (int local : {1, 16}) {
      Litmus(pattern, order, "all_svm_devices", false).withHost(deviceRole, local, host);
      if (testing::Test::HasFailure()) return;
    }
}

// The host's part, as the roles of the patterns.
void hostStores(const Cells& cells, Litmus& litmus, int at, int round) {
  cells.at(at).store(round, litmus.storeOrder());
}
bool hostFinds(const Cells& cells, Litmus& litmus, int at, int round) {
  return cells.at(at).load(litmus.loadOrder()) == round;
}

constexpr Order kSynchronizing[] = {kAcquireRelease, kSequential, kAcquireReleaseFences,
                                    kSequentialFences};

TEST(LitmusWithHost, MessageToTheHost) {
  expectWithHost(kMessagePassing, kSynchronizing, 0, [](Litmus& litmus, int at, int round) {
    const bool flag = hostFinds(litmus.y(), litmus, at, round);
    litmus.fence();
    litmus.setResult(at, 1, hostFinds(litmus.x(), litmus, at, round));
    litmus.setResult(at, 0, flag);
  });
}
TEST(LitmusWithHost, MessageFromTheHost) {
  expectWithHost(kMessagePassing, kSynchronizing, 1, [](Litmus& litmus, int at, int round) {
    hostStores(litmus.x(), litmus, at, round);
    litmus.fence();
    hostStores(litmus.y(), litmus, at, round);
  });
}
TEST(LitmusWithHost, PlainMemoryToTheHost) {
  expectWithHost(kPlainMessage, kSynchronizing, 0, [](Litmus& litmus, int at, int round) {
    const bool flag = hostFinds(litmus.y(), litmus, at, round);
    litmus.fence();
    litmus.setResult(at, 1, !flag || litmus.plain()[at] == round);
    litmus.setResult(at, 0, flag);
  });
}
TEST(LitmusWithHost, PlainMemoryFromTheHost) {
  expectWithHost(kPlainMessage, kSynchronizing, 1, [](Litmus& litmus, int at, int round) {
    litmus.plain()[at] = round;
    litmus.fence();
    hostStores(litmus.y(), litmus, at, round);
  });
}
TEST(LitmusWithHost, StoreBuffering) {
  constexpr Order kOrders[] = {kSequential, kSequentialFences};
  expectWithHost(kStoreBuffering, kOrders, 0, [](Litmus& litmus, int at, int round) {
    hostStores(litmus.y(), litmus, at, round);
    litmus.fence();
    litmus.setResult(at, 1, hostFinds(litmus.x(), litmus, at, round));
  });
}
TEST(LitmusWithHost, LoadBuffering) {
  expectWithHost(kLoadBuffering, kSynchronizing, 0, [](Litmus& litmus, int at, int round) {
    const bool found = hostFinds(litmus.y(), litmus, at, round);
    litmus.fence();
    hostStores(litmus.x(), litmus, at, round);
    litmus.setResult(at, 1, found);
  });
}

}  // namespace
}  // namespace kernels
