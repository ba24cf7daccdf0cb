// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A statement runs for a set of work-items of one group. Sub-groups are parts of the set.
#include "tests/passes/lanes/collective-fuzz/collective_model.h"

#include "tests/reference/scalar_arithmetic.h"

#include <llvm/ADT/APFloat.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>

namespace lanewise::fuzz {
namespace {

using Items = std::vector<unsigned>;  // ascending local linear ids
using Instruction = llvm::Instruction;
using Operation = CollectiveOperation;

NumberType numberType(ValueType type) {
  switch (type) {
    case ValueType::I8: return {NumberKind::Integer, 8};
    case ValueType::I16: return {NumberKind::Integer, 16};
    case ValueType::I32: return {NumberKind::Integer, 32};
    case ValueType::I64: return {NumberKind::Integer, 64};
    case ValueType::F16: return {NumberKind::Half, 16};
    case ValueType::F32: return {NumberKind::Float, 32};
    case ValueType::F64: return {NumberKind::Double, 64};
    case ValueType::Bool: return {NumberKind::Integer, 1};
  }
  llvm_unreachable("every type has its case");
}

bool isFloat(ValueType type) { return numberType(type).kind != NumberKind::Integer; }
uint64_t lowBits(uint64_t value, unsigned bits) {
  return bits == 64 ? value : value & ((uint64_t{1} << bits) - 1);
}

uint64_t fromInteger(int64_t number, NumberType type) {
  return *castOperation(Instruction::SIToFP, {NumberKind::Integer, 64}, type,
                        static_cast<uint64_t>(number));
}

// Conversion from 64 bits: see Writer::convert().
uint64_t convert(uint64_t value, const Statement& s) {
  const NumberType type = numberType(s.type);
  if (!isFloat(s.type)) return lowBits(value, type.bits);
  if (s.operation == Operation::FMul)
    return fromInteger(value % 32 == 0 ? 2 : value % 2 ? -1 : 1, type);
  if (s.operation == Operation::FAdd) return fromInteger(int64_t(value % 16) - 8, type);
  return fromInteger(int64_t(value % 2048) - 1024, type);
}

bool isLess(NumberType type, uint64_t a, uint64_t b) {
  return compare(llvm::CmpInst::FCMP_OLT, type, a, b);
}

uint64_t combine(Operation operation, NumberType type, uint64_t a, uint64_t b) {
  const auto binary = [&](unsigned opcode) { return *binaryOperation(opcode, type, a, b); };
  const auto isBelow = [&](llvm::CmpInst::Predicate predicate) {
    return compare(predicate, type, a, b);
  };
  switch (operation) {
    case Operation::Add: return binary(Instruction::Add);
    case Operation::FAdd: return binary(Instruction::FAdd);
    case Operation::Mul: return binary(Instruction::Mul);
    case Operation::FMul: return binary(Instruction::FMul);
    case Operation::SMin: return isBelow(llvm::CmpInst::ICMP_SLT) ? a : b;
    case Operation::UMin: return a < b ? a : b;
    case Operation::FMin: return isLess(type, a, b) ? a : b;
    case Operation::SMax: return isBelow(llvm::CmpInst::ICMP_SLT) ? b : a;
    case Operation::UMax: return a < b ? b : a;
    case Operation::FMax: return isLess(type, a, b) ? b : a;
    case Operation::And: return a & b;
    case Operation::Or: return a | b;
    case Operation::Xor: return a ^ b;
  }
  llvm_unreachable("every operation has its case");
}

uint64_t infinity(NumberType type, bool isNegative) {
  const llvm::fltSemantics& format = type.kind == NumberKind::Half    ? llvm::APFloat::IEEEhalf()
                                     : type.kind == NumberKind::Float ? llvm::APFloat::IEEEsingle()
                                                                      : llvm::APFloat::IEEEdouble();
  return llvm::APFloat::getInf(format, isNegative).bitcastToAPInt().getZExtValue();
}

uint64_t identity(Operation operation, NumberType type) {
  const uint64_t sign = uint64_t{1} << (type.bits - 1);
  switch (operation) {
    case Operation::Mul: return 1;
    case Operation::FMul: return fromInteger(1, type);
    case Operation::SMin: return sign - 1;
    case Operation::SMax: return sign;
    case Operation::UMin:
    case Operation::And: return lowBits(~uint64_t{0}, type.bits);
    case Operation::FMin: return infinity(type, false);
    case Operation::FMax: return infinity(type, true);
    default: return 0;
  }
}

class Model {
 public:
  Model(const CollectiveProgram& program, const CollectiveInput& input)
      : program_(program), input_(input), range_(input.range) {}

  std::vector<uint64_t> run() {
    out_.resize(range_.globalSize[0] * range_.globalSize[1] * range_.globalSize[2] *
                (kVariables + kGroupVariables));
    for (group_[2] = 0; group_[2] < range_.numGroups[2]; ++group_[2])
      for (group_[1] = 0; group_[1] < range_.numGroups[1]; ++group_[1])
        for (group_[0] = 0; group_[0] < range_.numGroups[0]; ++group_[0]) runGroup();
    return std::move(out_);
  }

 private:
  struct Item {
    uint64_t local[3], global[3], linear, globalLinear;
    uint64_t variables[kVariables], group[kGroupVariables];
    bool ended = false;
  };

  void runGroup();
  uint64_t evaluate(const Expression& e, unsigned number) const;
  bool isTrue(const Expression& e, unsigned number) const { return evaluate(e, number) % 2 != 0; }
  void assign(const Statement& s, unsigned number, uint64_t value) {
    (s.ofGroup ? items_[number].group : items_[number].variables)[s.target] = value;
  }
  /// Returns the work-items that reach the end.
  Items run(const std::vector<Statement>& statements, Items active, Items* broken);
  Items run(const Statement& s, Items active, Items* broken);
  Items loop(const Statement& s, const Items& active);
  void runTogether(const Statement& s, const Items& active);
  void ofSubGroup(const Statement& s, const Items& active);
  void collective(const Statement& s, const Items& active);
  void exchange(const Statement& s, const Items& active);
  uint64_t moved(const Statement& s, unsigned number) const {
    const uint64_t value = evaluate(*s.value, number);
    uint64_t sum = 0;
    for (unsigned i = 0; i < s.components; ++i) sum = sum * 3 + convert(value + i, s);
    return sum;
  }
  uint64_t readBlock(const Statement& s, unsigned lane) const;
  std::vector<Items> subGroups(const Items& items) const {
    std::map<unsigned, Items> parts;
    for (unsigned item : items) parts[item / input_.subGroupSize].push_back(item);
    std::vector<Items> result;
    for (auto& [number, part] : parts) result.push_back(std::move(part));
    return result;
  }
  unsigned laneOf(unsigned number) const { return number % input_.subGroupSize; }

  const CollectiveProgram& program_;
  const CollectiveInput& input_;
  const Range& range_;
  uint64_t group_[3] = {};
  std::vector<Item> items_;
  std::vector<uint64_t> out_;
};

void Model::runGroup() {
  uint64_t size[3];
  for (int dim = 0; dim < 3; ++dim)
    size[dim] = std::min(range_.localSize[dim],
                         range_.globalSize[dim] - group_[dim] * range_.localSize[dim]);
  items_.clear();
  items_.resize(size[0] * size[1] * size[2]);
  Items all;
  for (unsigned i = 0; i < items_.size(); ++i) {
    Item& item = items_[i];
    item.linear = i;
    const uint64_t local[] = {i % size[0], i / size[0] % size[1], i / size[0] / size[1]};
    for (int dim = 2; dim >= 0; --dim) {
      item.local[dim] = local[dim];
      const uint64_t inRange = group_[dim] * range_.localSize[dim] + local[dim];
      item.global[dim] = inRange + range_.globalOffset[dim];
      item.globalLinear = (dim == 2 ? 0 : item.globalLinear * range_.globalSize[dim]) + inRange;
    }
    for (unsigned v = 0; v < kVariables; ++v) item.variables[v] = v;
    for (unsigned v = 0; v < kGroupVariables; ++v) item.group[v] = v + 7;
    all.push_back(i);
  }
  run(program_.statements, all, nullptr);
  for (const Item& item : items_) {
    uint64_t* place = out_.data() + item.globalLinear * (kVariables + kGroupVariables);
    std::copy_n(item.variables, kVariables, place);
    std::copy_n(item.group, kGroupVariables, place + kVariables);
  }
}

uint64_t Model::evaluate(const Expression& e, unsigned number) const {
  const Item& item = items_[number];
  switch (e.kind) {
    case Expression::Variable: return item.variables[e.number];
    case Expression::GroupVariable: return item.group[e.number];
    case Expression::Constant: return e.number;
    case Expression::Argument: return input_.argument;
    case Expression::LocalLinearId: return item.linear;
    case Expression::GlobalLinearId: return item.globalLinear;
    case Expression::LocalId: return item.local[e.number];
    case Expression::GlobalId: return item.global[e.number];
    case Expression::SubGroupId: return item.linear / input_.subGroupSize;
    case Expression::SubGroupLocalId: return laneOf(number);
    case Expression::Add: return evaluate(*e.a, number) + evaluate(*e.b, number);
    case Expression::Multiply: return evaluate(*e.a, number) * evaluate(*e.b, number);
    case Expression::Xor: return evaluate(*e.a, number) ^ evaluate(*e.b, number);
    case Expression::ShiftRight: return evaluate(*e.a, number) >> e.number;
    case Expression::And: return evaluate(*e.a, number) & e.number;
  }
  llvm_unreachable("every kind has its case");
}

Items Model::run(const std::vector<Statement>& statements, Items active, Items* broken) {
  for (const Statement& statement : statements) {
    if (active.empty()) break;
    active = run(statement, std::move(active), broken);
  }
  return active;
}

Items Model::run(const Statement& s, Items active, Items* broken) {
  const auto isLeaving = [&](unsigned item) { return isTrue(*s.value, item); };
  switch (s.kind) {
    case Statement::If: {
      Items then, otherwise;
      for (unsigned item : active) (isTrue(*s.value, item) ? then : otherwise).push_back(item);
      then = run(s.body, then, broken);
      otherwise = run(s.otherwise, otherwise, broken);
      Items both;
      std::ranges::merge(then, otherwise, std::back_inserter(both));
      return both;
    }
    case Statement::Loop: return loop(s, active);
    case Statement::Break:
      for (unsigned item : active)
        if (isLeaving(item)) broken->push_back(item);
      std::erase_if(active, isLeaving);
      return active;
    case Statement::Return:
      for (unsigned item : active) items_[item].ended |= isLeaving(item);
      std::erase_if(active, isLeaving);
      return active;
    default: runTogether(s, active); return active;
  }
}

Items Model::loop(const Statement& s, const Items& active) {
  std::map<unsigned, uint64_t> counts;
  for (unsigned item : active) counts[item] = evaluate(*s.value, item) % 4;
  Items inside = active, broken;
  for (uint64_t number = 0; number < 4; ++number) {
    std::erase_if(inside, [&](unsigned item) { return counts[item] <= number; });
    inside = run(s.body, inside, &broken);
  }
  Items result;
  for (unsigned item : active)
    if (!items_[item].ended) result.push_back(item);
  return result;
}

void Model::runTogether(const Statement& s, const Items& active) {
  switch (s.kind) {
    case Statement::Assign:
      for (unsigned item : active) assign(s, item, evaluate(*s.value, item));
      return;
    case Statement::Exchange: return exchange(s, active);
    case Statement::Wait:
      for (unsigned item : active) {
        const size_t count = (items_.size() + input_.subGroupSize - 1) / input_.subGroupSize;
        assign(s, item, (item / input_.subGroupSize + s.number + 1) % count);
      }
      return;
    case Statement::Collective:
      if (s.scope == CollectiveScope::WorkGroup) return collective(s, active);
      [[fallthrough]];
    default:
      for (const Items& part : subGroups(active)) ofSubGroup(s, part);
  }
}

void Model::collective(const Statement& s, const Items& active) {
  const NumberType type = numberType(s.type);
  uint64_t sum = identity(s.operation, type);
  std::vector<uint64_t> results;
  for (unsigned item : active) {
    const uint64_t before = sum;
    sum = combine(s.operation, type, sum, convert(evaluate(*s.value, item), s));
    results.push_back(s.form == CollectiveForm::ExclusiveScan ? before : sum);
  }
  for (size_t i = 0; i < active.size(); ++i)
    assign(s, active[i], s.form == CollectiveForm::Reduce ? sum : results[i]);
}

void Model::exchange(const Statement& s, const Items& active) {
  std::vector<uint64_t> memory, results;
  for (unsigned item : active) memory.push_back(evaluate(*s.value, item));
  for (unsigned item : active) results.push_back(memory[evaluate(*s.other, item) % memory.size()]);
  for (size_t i = 0; i < active.size(); ++i) assign(s, active[i], results[i]);
}

uint64_t Model::readBlock(const Statement& s, unsigned lane) const {
  const unsigned bytes = numberType(s.type).bits / 8;
  uint64_t sum = 0;
  for (unsigned i = 0; i < s.components; ++i) {
    uint64_t number = 0;
    std::memcpy(&number,
                input_.input.data() + (s.number + uint64_t{i} * input_.subGroupSize + lane) * bytes,
                bytes);
    sum = sum * 3 + number;
  }
  return sum;
}

void Model::ofSubGroup(const Statement& s, const Items& active) {
  std::map<unsigned, uint64_t> results;
  switch (s.kind) {
    case Statement::Collective: return collective(s, active);
    case Statement::Ballot: {
      uint64_t bits = 0;
      for (unsigned item : active) bits |= uint64_t{isTrue(*s.value, item)} << laneOf(item);
      for (unsigned item : active) results[item] = bits;
      break;
    }
    case Statement::BroadcastFirst:
      for (unsigned item : active) results[item] = moved(s, active.front());
      break;
    case Statement::Broadcast:
      for (unsigned item : active) results[item] = moved(s, active.back());
      break;
    case Statement::Shuffle:
      for (unsigned item : active) {
        const auto lane = static_cast<unsigned>(evaluate(*s.other, item) % input_.subGroupSize);
        const unsigned from = item - laneOf(item) + lane;
        results[item] = std::ranges::binary_search(active, from) ? moved(s, from) : s.number;
      }
      break;
    case Statement::ClusteredReduce: {
      std::map<unsigned, Items> clusters;
      for (unsigned item : active) clusters[laneOf(item) / s.size].push_back(item);
      for (const auto& [number, cluster] : clusters) collective(s, cluster);
      return;
    }
    case Statement::BlockRead:
      for (unsigned item : active) results[item] = readBlock(s, laneOf(item));
      break;
    case Statement::BlockWrite:
    case Statement::LocalBlock:
      for (unsigned item : active) results[item] = moved(s, item);
      break;
    case Statement::AtomicExchange: {
      // All values but one come back from memory, and that one is left there.
      uint64_t sum = s.number;
      for (unsigned item : active) sum += moved(s, item);
      for (unsigned item : active) results[item] = lowBits(sum, numberType(s.type).bits);
      break;
    }
    case Statement::CompareExchange:
      for (unsigned item : active) results[item] = kOneSucceeded;
      break;
    default: return;
  }
  for (const auto& [item, result] : results) assign(s, item, result);
}

}  // namespace

std::vector<uint64_t> runModel(const CollectiveProgram& program, const CollectiveInput& input) {
  return Model(program, input).run();
}

}  // namespace lanewise::fuzz
