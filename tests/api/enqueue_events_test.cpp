// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The events of every clEnqueue* command: profiling times, callbacks, propagation of errors.
#include "tests/api/enqueue_commands.h"

#include <future>

using namespace lanewise::test;

namespace {

class EnqueueEventTest : public EnqueueCommandTest {
 protected:
  cl_int status(cl_event event) {
    return infoOf<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }
  cl_ulong stamp(cl_event event, cl_profiling_info name) {
    return infoOf<cl_ulong>(clGetEventProfilingInfo, event, name);
  }
  /// The command in `queue` behind `gate`.
  Event enqueueBehind(cl_command_queue queue, const Event& gate) {
    cl_event raw = nullptr;
    EnqueueArguments with = good();
    with.queue = queue;
    if (command().takesWaits) {
      with.waitCount = 1;
      with.waits = gate.array();
    } else {
      // Without a wait list they wait for all previous commands.
      EXPECT_EQ(clEnqueueMarkerWithWaitList(queue, 1, gate.array(), nullptr), CL_SUCCESS);
    }
    with.event = &raw;
    EXPECT_EQ(call(with), CL_SUCCESS);
    return raw;
  }
};

std::vector<EnqueueCommand> withEvents() {
  std::vector<EnqueueCommand> rows;
  for (const EnqueueCommand& row : enqueueCommands())
    if (row.givesEvent) rows.push_back(row);
  return rows;
}

/// The states that callbacks received, in the order of the calls.
struct Told {
  std::vector<cl_int> states;
  std::promise<void> last;
  static void CL_CALLBACK tell(cl_event, cl_int state, void* user) {
    auto& told = *static_cast<Told*>(user);
    told.states.push_back(state);
    if (state <= CL_COMPLETE) told.last.set_value();
  }
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(AllCommands, EnqueueEventTest, ::testing::ValuesIn(withEvents()),
                         [](const auto& info) { return std::string(info.param.name); });

TEST_P(EnqueueEventTest, StampsRiseInBothKindsOfQueues) {
  for (cl_command_queue_properties kind : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue profiling = makeQueue(context(), kind | CL_QUEUE_PROFILING_ENABLE);
    const Event gate = userEvent(context());
    const Event event = enqueueBehind(profiling, gate);
    ASSERT_EQ(clFlush(profiling), CL_SUCCESS);
    cl_ulong opened = 0;
    ASSERT_EQ(clGetHostTimer(device(), &opened), CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFinish(profiling), CL_SUCCESS);
    const cl_ulong queued = stamp(event, CL_PROFILING_COMMAND_QUEUED);
    const cl_ulong submitted = stamp(event, CL_PROFILING_COMMAND_SUBMIT);
    const cl_ulong started = stamp(event, CL_PROFILING_COMMAND_START);
    const cl_ulong ended = stamp(event, CL_PROFILING_COMMAND_END);
    const cl_ulong complete = stamp(event, CL_PROFILING_COMMAND_COMPLETE);
    EXPECT_GT(queued, 0u);
    EXPECT_LT(queued, opened) << "queued before the event it waits for was set";
    EXPECT_GE(submitted, queued);
    EXPECT_GE(started, opened) << "started before the event it waits for was set";
    EXPECT_GE(started, submitted);
    EXPECT_GE(ended, started);
    EXPECT_GE(complete, ended);
  }
}

TEST_P(EnqueueEventTest, CallbacksOfAllStatesInOrder) {
  for (cl_command_queue_properties kind : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue commands = makeQueue(context(), kind);
    const Event gate = userEvent(context());
    const Event event = enqueueBehind(commands, gate);
    Told told;
    for (cl_int state : {CL_COMPLETE, CL_SUBMITTED, CL_RUNNING})
      ASSERT_EQ(clSetEventCallback(event, state, Told::tell, &told), CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    ASSERT_EQ(clFlush(commands), CL_SUCCESS);
    told.last.get_future().wait();
    EXPECT_EQ(told.states, (std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}));
  }
}

TEST_P(EnqueueEventTest, AnErrorPassesThroughWaitLists) {
  if (!command().takesWaits) GTEST_SKIP() << "no wait list";
  for (cl_command_queue_properties kind : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue commands = makeQueue(context(), kind);
    const Event gate = userEvent(context());
    const Event first = enqueueBehind(commands, gate);
    const Event second = enqueueBehind(commands, first);
    std::promise<cl_int> told;
    ASSERT_EQ(clSetEventCallback(
                  second, CL_COMPLETE,
                  [](cl_event, cl_int state, void* user) {
                    static_cast<std::promise<cl_int>*>(user)->set_value(state);
                  },
                  &told),
              CL_SUCCESS);
    ASSERT_EQ(clFlush(commands), CL_SUCCESS);
    ASSERT_EQ(clSetUserEventStatus(gate, -42), CL_SUCCESS);
    EXPECT_EQ(clWaitForEvents(1, second.array()), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    EXPECT_LT(told.get_future().get(), 0);
    EXPECT_LT(status(first), 0);
    EXPECT_LT(status(second), 0);
    // The queue runs commands that do not wait for it.
    EXPECT_EQ(clFinish(commands), CL_SUCCESS);
    const Event open = userEvent(context());
    ASSERT_EQ(clSetUserEventStatus(open, CL_COMPLETE), CL_SUCCESS);
    const Event after = enqueueBehind(commands, open);
    ASSERT_EQ(clFinish(commands), CL_SUCCESS);
    EXPECT_EQ(status(after), CL_COMPLETE);
  }
}
