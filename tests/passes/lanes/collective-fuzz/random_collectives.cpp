// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each statement has a level, which says who executes it together: all work-items of the group, all
// of a sub-group, or some.
#include "tests/passes/lanes/collective-fuzz/random_collectives.h"

#include <algorithm>
#include <random>

namespace lanewise::fuzz {
namespace {

using Operation = CollectiveOperation;
enum class Level { Group, SubGroup, Some };
constexpr unsigned kMostStatements = 24;

class Generator {
 public:
  Generator(uint64_t seed, unsigned size) : random_(seed * 0x9e3779b97f4a7c15 + 7), size_(size) {
    program_.usesSubGroups = chance(75);
    program_.waits = chance(25);
    canReturn_ = chance(25);
  }

  CollectiveProgram run() {
    Level level = Level::Group;
    for (unsigned i = 0, count = 3 + pick(5); i < count; ++i) {
      if (canReturn_ && chance(20)) {
        program_.statements.push_back({.kind = Statement::Return, .value = value()});
        level = Level::Some;
      }
      program_.statements.push_back(statement(level, 3, false));
    }
    return std::move(program_);
  }

 private:
  unsigned pick(unsigned count) { return static_cast<unsigned>(random_() % count); }
  bool chance(unsigned percent) { return pick(100) < percent; }
  template <class T>
  T among(std::initializer_list<T> values) {
    return *(values.begin() + pick(static_cast<unsigned>(values.size())));
  }

  static ExpressionPointer make(Expression expression) {
    return std::make_shared<Expression>(std::move(expression));
  }
  ExpressionPointer groupLeaf() {
    switch (pick(3)) {
      case 0: return make({Expression::Constant, random_()});
      case 1: return make({Expression::Argument});
      default: return make({Expression::GroupVariable, pick(kGroupVariables)});
    }
  }
  ExpressionPointer leaf() {
    switch (pick(10)) {
      case 0: return make({Expression::LocalLinearId});
      case 1: return make({Expression::GlobalLinearId});
      case 2: return make({Expression::LocalId, pick(3)});
      case 3: return make({Expression::GlobalId, pick(3)});
      case 4: return groupLeaf();
      case 5:
        return make(
            {program_.usesSubGroups ? Expression::SubGroupLocalId : Expression::LocalLinearId});
      default: return make({Expression::Variable, pick(kVariables)});
    }
  }
  template <class Leaf>
  ExpressionPointer combined(Leaf&& leaf) {
    switch (pick(6)) {
      case 0: return make({Expression::Add, 0, leaf(), leaf()});
      case 1: return make({Expression::Multiply, 0, leaf(), leaf()});
      case 2: return make({Expression::Xor, 0, leaf(), leaf()});
      case 3: return make({Expression::ShiftRight, pick(40), leaf()});
      default: return leaf();
    }
  }
  ExpressionPointer value() {
    return combined([&] { return chance(30) ? combined([&] { return leaf(); }) : leaf(); });
  }
  ExpressionPointer groupValue() {
    return combined([&] { return groupLeaf(); });
  }
  ExpressionPointer subGroupValue() {
    return make({Expression::Add, 0, make({Expression::SubGroupId}), groupValue()});
  }
  ExpressionPointer valueOf(Level level) {
    return level == Level::Group      ? groupValue()
           : level == Level::SubGroup ? subGroupValue()
                                      : value();
  }

  // The level of a branch.
  Level branchLevel(Level level) {
    const Level other = program_.usesSubGroups
                            ? among({Level::Group, Level::SubGroup, Level::Some, Level::Some})
                            : among({Level::Group, Level::Some});
    return std::max(level, other);
  }

  std::vector<Statement> statements(Level level, unsigned depth, bool inLoop) {
    std::vector<Statement> result;
    for (unsigned i = 0, count = 1 + pick(3); i < count; ++i)
      result.push_back(statement(level, depth, inLoop));
    return result;
  }

  Statement statement(Level level, unsigned depth, bool canBreak) {
    ++made_;
    if (depth > 0 && made_ < kMostStatements && chance(35)) {
      const Level inner = branchLevel(level);
      if (chance(55)) {
        Statement result{.kind = Statement::If, .value = valueOf(inner)};
        result.body = statements(inner, depth - 1, canBreak && level == Level::Some);
        if (chance(50))
          result.otherwise = statements(inner, depth - 1, canBreak && level == Level::Some);
        return result;
      }
      Statement result{.kind = Statement::Loop, .value = valueOf(inner)};
      result.body = statements(inner, depth - 1, inner == Level::Some);
      return result;
    }
    if (canBreak && chance(25)) return {.kind = Statement::Break, .value = value()};
    if (chance(15)) return assignment(level);
    if (level == Level::Group && chance(program_.usesSubGroups && !program_.waits ? 30 : 75))
      return ofGroup();
    if (program_.usesSubGroups) return ofSubGroup(level);
    return assignment(level);
  }

  Statement assignment(Level level) {
    if (level == Level::Group && chance(30))
      return {.kind = Statement::Assign,
              .ofGroup = true,
              .target = pick(kGroupVariables),
              .value = groupValue()};
    return {.kind = Statement::Assign, .target = pick(kVariables), .value = value()};
  }

  Statement ofGroup() {
    if (chance(20))
      return {.kind = Statement::Exchange,
              .target = pick(kVariables),
              .value = value(),
              .other = value()};
    if (program_.waits && program_.usesSubGroups && chance(60))
      return {.kind = Statement::Wait, .target = pick(kVariables), .number = pick(5)};
    Statement result = collective(CollectiveScope::WorkGroup);
    if (result.form == CollectiveForm::Reduce && chance(50)) {
      result.ofGroup = true;
      result.target = pick(kGroupVariables);
    }
    return result;
  }

  ValueType type() {
    return among({ValueType::I8, ValueType::I16, ValueType::I32, ValueType::I64, ValueType::F16,
                  ValueType::F32, ValueType::F64});
  }

  ValueType typeFor(Operation operation) {
    switch (operation) {
      case Operation::FAdd:
      case Operation::FMul:
      case Operation::FMin:
      case Operation::FMax: return among({ValueType::F16, ValueType::F32, ValueType::F64});
      case Operation::And:
      case Operation::Or:
      case Operation::Xor:
        if (chance(40)) return ValueType::Bool;
        [[fallthrough]];
      default: return among({ValueType::I8, ValueType::I16, ValueType::I32, ValueType::I64});
    }
  }

  Statement collective(CollectiveScope scope) {
    static constexpr Operation kOperations[] = {
#define COLLECTIVE_OPERATION(id, name) Operation::id,
#include "compiler/contract/collective_operations.def"
    };
    Statement result{.kind = Statement::Collective,
                     .target = pick(kVariables),
                     .value = value(),
                     .scope = scope,
                     .form = among({CollectiveForm::Reduce, CollectiveForm::InclusiveScan,
                                    CollectiveForm::ExclusiveScan}),
                     .operation = kOperations[pick(std::size(kOperations))]};
    result.type = typeFor(result.operation);
    return result;
  }

  Statement ofSubGroup(Level level) {
    Statement result{
        .kind = Statement::Shuffle, .target = pick(kVariables), .value = value(), .type = type()};
    result.components = chance(70) ? 1 : among({2u, 3u, 4u, 8u});
    if (chance(25)) {
      const unsigned kind = pick(level == Level::Some ? 2 : 3);
      if (kind == 2)
        block(result, Statement::LocalBlock);
      else
        exchange(result, kind ? Statement::CompareExchange : Statement::AtomicExchange);
      return result;
    }
    switch (pick(level == Level::Some ? 9 : 11)) {
      case 0:
      case 1:
      case 2: return collective(CollectiveScope::SubGroup);
      case 3: result.kind = Statement::Ballot; break;
      case 4: result.kind = Statement::BroadcastFirst; break;
      case 5: result.kind = Statement::Broadcast; break;
      case 6:
        result = collective(CollectiveScope::SubGroup);
        result.kind = Statement::ClusteredReduce;
        result.form = CollectiveForm::Reduce;
        result.size = std::min(size_, 1u << pick(6));
        break;
      case 7: result.kind = Statement::SubGroupBarrier; break;
      case 8: result.other = value(); break;
      case 9: block(result, Statement::BlockRead); break;
      default: block(result, Statement::BlockWrite); break;
    }
    return result;
  }

  void block(Statement& result, Statement::Kind kind) {
    result.kind = kind;
    result.type = among({ValueType::I8, ValueType::I16, ValueType::I32, ValueType::I64});
    result.components = among({1u, 2u, 4u, 8u});
    result.number = pick(100);
  }

  void exchange(Statement& result, Statement::Kind kind) {
    result.kind = kind;
    result.type = among({ValueType::I32, ValueType::I64});
    result.components = 1;
    result.number = pick(100);
    result.isLocal = chance(50);
  }

  std::mt19937_64 random_;
  const unsigned size_;
  bool canReturn_ = false;
  unsigned made_ = 0;
  CollectiveProgram program_;
};

}  // namespace

CollectiveProgram makeRandomCollectives(uint64_t seed, unsigned size) {
  return Generator(seed, size).run();
}

}  // namespace lanewise::fuzz
