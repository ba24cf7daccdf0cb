// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a kernel is written for vectors of so many lanes, decided in one place: the estimate prices
// the forms (choose/access_costs.h), the writer writes them by a switch (write/widen_memory.cpp),
// and the notes explain them. `lanewise-cc --passes='print<plan>'` prints them.
#pragma once

#include "compiler/lanes/known/lane_facts.h"
#include "compiler/lanes/known/vector_order.h"
#include "compiler/lanes/plan/access_form.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <optional>

namespace llvm {
class CallInst;
class DataLayout;
class Function;
class Instruction;
class LoadInst;
class StoreInst;
class TargetTransformInfo;
class Value;
class raw_ostream;
}  // namespace llvm

namespace lanewise {

struct LaneFunction;
class LaneFunctions;

/// The forms of a load or store: one for the whole of it if it is LaneByLane, Shared or
/// Interleaved, and otherwise one for each run of leaves of one type.
struct AccessPlan {
  llvm::SmallVector<AccessForm, 1> forms;
  llvm::SmallVector<Leaf, 4> leaves = {};
  /// From lane to lane in bytes, perhaps if `assumed` holds. nullopt: the same address for all
  /// lanes, or not known.
  std::optional<int64_t> stride = std::nullopt;
  const AssumedStride* assumed = nullptr;
  /// The lanes' values are few of their sizes apart.
  bool isNear = false;

  AccessKind kind() const { return forms.front().kind; }
  bool hasGather() const;
};

class Plan {
 public:
  /// Valid until the kernel changes.
  /// \param functions null: functions out of line are called lane by lane.
  Plan(llvm::Function& kernel, const LaneFacts& facts, const llvm::TargetTransformInfo& target,
       LaneFunctions* functions = nullptr);

  const LaneFacts& facts() const { return facts_; }
  const llvm::TargetTransformInfo& target() const { return target_; }
  /// Which OpenCL vectors stay in the order of memory.
  const VectorOrder& order() const;

  /// nullptr if the instruction is no load or store.
  const AccessPlan* find(const llvm::Instruction& instruction) const;
  /// \pre `access` is a load or store.
  const AccessPlan& of(const llvm::Instruction& access) const { return *find(access); }

  /// The copy for lanes that a call of a function out of line may call; nullptr if there is none.
  const LaneFunction* functionOf(const llvm::CallInst& call) const { return calls_.lookup(&call); }
  LaneFunctions* functions() const { return functions_; }

  /// A load or a store of a leaf that is a part of something else: of a copy of memory, or of the
  /// second result of a function.
  AccessForm ofLoadedLeaf(const llvm::Value& address, const Leaf& leaf) const;
  AccessForm ofStoredLeaf(const llvm::Value& address, const Leaf& leaf) const;

  void print(llvm::raw_ostream& stream) const;

 private:
  AccessPlan planOf(const llvm::LoadInst& load) const;
  AccessPlan planOf(const llvm::StoreInst& store) const;
  AccessPlan withStride(const llvm::Value& address, llvm::Type* type) const;
  AccessForm nearForm(const llvm::Value& address, const LeafRun& run) const;
  std::optional<LanePieces> piecesAt(const llvm::Value& address, const LeafRun& run) const;
  AccessForm formOfLoad(const llvm::Value& address, const LeafRun& run) const;
  AccessForm formOfStore(const llvm::Value& address, const LeafRun& run, bool leavesOut) const;

  llvm::Function& kernel_;
  const LaneFacts& facts_;
  const llvm::TargetTransformInfo& target_;
  const llvm::DataLayout& layout_;
  mutable std::optional<VectorOrder> order_;
  llvm::DenseMap<const llvm::Instruction*, AccessPlan> accesses_;
  LaneFunctions* functions_;
  llvm::DenseMap<const llvm::CallInst*, const LaneFunction*> calls_;
};

}  // namespace lanewise
