// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Programs in which work-items exchange values, for collective-fuzz. A program is a tree of
// statements on variables of 64 bits. collective_code.h writes it as a kernel, collective_model.h
// runs it, statement by statement for all work-items that execute it together. So which ones these
// are follows from the structure of the program, not from the compiler.
#pragma once

#include "compiler/contract/collective_calls.h"
#include "compiler/contract/collective_operations.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lanewise::fuzz {

/// Variables: of each work-item, and of the group, which all work-items assign the same value.
inline constexpr unsigned kVariables = 6, kGroupVariables = 2;
/// Bytes of the input, and limits of a launch.
inline constexpr unsigned kInputBytes = 8192, kMostGroupItems = 256, kMostItems = 600;
/// A sub-group's part of the memory for blocks: 64 work-items, 8 components of 8 bytes.
inline constexpr unsigned kBlockBytes = 4096;
/// Of all blocks in local memory: 8 components of 8 bytes for each work-item of full sub-groups.
inline constexpr unsigned kLocalBlocksBytes = (kMostGroupItems + 64) * 64;

/// The result of a CompareExchange: one work-item succeeded, the value is one of theirs, and all
/// others have seen it.
inline constexpr uint64_t kOneSucceeded = 4 + 2 + 1;

/// The type of a value that is exchanged. Values are converted from and to 64 bits.
enum class ValueType : uint8_t { I8, I16, I32, I64, F16, F32, F64, Bool };

struct Expression;
using ExpressionPointer = std::shared_ptr<const Expression>;

struct Expression {
  enum Kind : uint8_t {
    Variable,       // number
    GroupVariable,  // number
    Constant,       // number
    Argument,       // of the kernel, the same for all
    LocalLinearId,
    GlobalLinearId,
    LocalId,     // number: dimension
    GlobalId,    // number: dimension
    SubGroupId,  // from the local linear id
    SubGroupLocalId,
    Add,
    Multiply,
    Xor,
    ShiftRight,  // by number
    And,         // with number
  };
  Kind kind;
  uint64_t number = 0;
  ExpressionPointer a = nullptr, b = nullptr;
};

struct Statement {
  enum Kind : uint8_t {
    Assign,          // value
    If,              // the lowest bit of value; body, otherwise
    Loop,            // value % 4 times body
    Break,           // if the lowest bit of value is set
    Return,          // likewise
    Collective,      // scope, form, operation
    Ballot,          // of the lowest bit of value
    BroadcastFirst,  // components
    Broadcast,       // components; from the last active work-item
    Shuffle,         // components; from work-item `other`, if it is active
    ClusteredReduce,
    BlockRead,        // components; from the input at `number` elements and more
    BlockWrite,       // components; then each work-item reads its own value
    LocalBlock,       // components; a block is written to local memory and read again
    AtomicExchange,   // by all active work-items at one address of the sub-group
    CompareExchange,  // likewise; one of them succeeds
    SubGroupBarrier,
    Exchange,  // through local memory between barriers, with the work-item that `other` names
    Wait,      // for a value that another sub-group has stored in local memory
  };
  Kind kind;
  bool ofGroup = false;  // assigns a variable of the group
  bool isLocal = false;  // an exchange in local memory
  unsigned target = 0;
  ExpressionPointer value = nullptr, other = nullptr;
  ValueType type = ValueType::I32;
  unsigned components = 1;  // of an OpenCL vector
  unsigned size = 1;        // of a cluster
  uint64_t number = 0;
  CollectiveScope scope = CollectiveScope::SubGroup;
  CollectiveForm form = CollectiveForm::Reduce;
  CollectiveOperation operation = CollectiveOperation::Add;
  std::vector<Statement> body{}, otherwise{};
};

struct CollectiveProgram {
  bool usesSubGroups = false;
  bool waits = false;
  std::vector<Statement> statements;
};

/// `size`: work-items of a sub-group.
CollectiveProgram makeRandomCollectives(uint64_t seed, unsigned size);

}  // namespace lanewise::fuzz
