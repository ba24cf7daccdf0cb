// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for the instructions of sub_group_instructions.def, and for blocks of images, that the
// validator does not check: scope, group operation, and operand types.
#include "compiler/admit/layout.h"
#include "compiler/admit/stages.h"
#include "compiler/admit/sub_group_instructions.h"

#include <optional>
#include <string_view>

namespace lanewise::admit {
namespace {

using Form = SubGroupForm;
enum class Kind { Nothing, Bool, Integer, Float, Scalar, Number, Any, Ballot, Pointer };

struct Row {
  Form form;
  Kind value;
  std::optional<spv::Scope> scope;
  bool hasOperation() const { return form == Form::Collective || form == Form::BallotBitCount; }
};

// The scope that an instruction must have; none if it may have either.
constexpr std::optional<spv::Scope> scopeOf(std::string_view instruction) {
  if (instruction.starts_with("GroupNonUniform")) return spv::Scope::Subgroup;
  if (instruction.starts_with("Group") && instruction.ends_with("KHR"))
    return spv::Scope::Workgroup;
  return std::nullopt;
}

const Row* rowOf(spv::Op opcode) {
  switch (opcode) {
#define SUB_GROUP_INSTRUCTION(name, form, value, operation)            \
  case spv::Op::Op##name: {                                            \
    static constexpr Row row{Form::form, Kind::value, scopeOf(#name)}; \
    return &row;                                                       \
  }
#include "compiler/admit/sub_group_instructions.def"
    default: return nullptr;
  }
}

class SubGroups {
 public:
  explicit SubGroups(const Module& module) : module_(module) {}

  Admissible<void> run() {
    for (const Instruction& i : module_.instructions) {
      if (const Finding problem = imageBlock(i)) return module_.reject(i, problem);
      const Row* row = rowOf(i.opcode);
      if (!row) continue;
      if (const Finding problem = check(i, *row)) return module_.reject(i, problem);
    }
    return {};
  }

 private:
  Finding check(const Instruction& i, const Row& row) const {
    std::span<const uint32_t> operands = module_.inputsOf(i);
    if (hasScope(row.form)) {
      if (const Finding problem = scope(operands.front(), row)) return problem;
      operands = operands.subspan(1);
    }
    if (row.hasOperation()) {
      if (const Finding problem = operation(operands, row)) return problem;
      operands = operands.subspan(1);
    }
    if (row.value == Kind::Nothing) return {};
    const uint32_t value = operands.front();
    const Instruction* type = typeOf(value);
    if (!type || !isOf(row.value, *type))
      return "the value " + idText(value) + " is not " + textOf(row.value);
    if (row.value == Kind::Integer && row.scope == spv::Scope::Workgroup && elementBits(*type) < 32)
      return "the value " + idText(value) + " is an integer of " +
             std::to_string(elementBits(*type)) + " bits, and OpenCL requires 32 or 64";
    if (i.opcode == spv::Op::OpGroupBroadcast)
      if (const uint32_t place = module_.get(i, OpGroupBroadcast::kLocalId); !isLocalId(place))
        return "the place " + idText(place) + " is not one to three integers";
    return types(i, row, operands.subspan(1), *type);
  }

  Finding scope(uint32_t id, const Row& row) const {
    const auto value = constantValue(module_, id);
    if (!value) return "the scope " + idText(id) + " is not a constant";
    const auto actual = spv::Scope(*value);
    if (actual != spv::Scope::Workgroup && actual != spv::Scope::Subgroup)
      return "the scope " + std::to_string(*value) + " is neither the work-group nor the sub-group";
    if (row.scope.value_or(actual) == actual) return {};
    return actual == spv::Scope::Workgroup ? "the scope is the work-group, not the sub-group"
                                           : "the scope is the sub-group, not the work-group";
  }

  /// `operands` are the operation, the value, and the cluster size if there is one.
  Finding operation(std::span<const uint32_t> operands, const Row& row) const {
    const bool hasClusterSize = operands.size() > 2;
    switch (spv::GroupOperation(operands.front())) {
      case spv::GroupOperation::Reduce:
      case spv::GroupOperation::InclusiveScan:
      case spv::GroupOperation::ExclusiveScan:
        return hasClusterSize ? "an operation on the whole sub-group has a cluster size" : "";
      case spv::GroupOperation::ClusteredReduce: {
        if (row.form != Form::Collective) break;
        if (!hasClusterSize) return "a clustered operation has no cluster size";
        const auto size = constantValue(module_, operands[2]);
        return size && *size ? "" : "the cluster size is not a constant above 0";
      }
      default: break;
    }
    return "the group operation " + std::to_string(operands.front()) + " is not one of it";
  }

  const Instruction* typeOf(uint32_t id) const {
    const Instruction* value = module_.definition(id);
    return value ? module_.definition(value->typeId) : nullptr;
  }

  bool isOf(Kind kind, const Instruction& type) const {
    switch (kind) {
      case Kind::Nothing: return true;
      case Kind::Bool: return type.opcode == spv::Op::OpTypeBool;
      case Kind::Integer: return type.opcode == spv::Op::OpTypeInt;
      case Kind::Float: return type.opcode == spv::Op::OpTypeFloat;
      case Kind::Scalar:
        return type.opcode == spv::Op::OpTypeInt || type.opcode == spv::Op::OpTypeFloat;
      case Kind::Number: return isNumbers(type);
      case Kind::Any: return isNumbers(type) || type.opcode == spv::Op::OpTypeBool;
      case Kind::Ballot: return isBallot(type);
      case Kind::Pointer: return type.opcode == spv::Op::OpTypePointer;
    }
    return false;
  }

  static std::string textOf(Kind kind) {
    switch (kind) {
      case Kind::Nothing: break;
      case Kind::Bool: return "a bool";
      case Kind::Integer: return "an integer";
      case Kind::Float: return "a floating-point number";
      case Kind::Scalar: return "an integer or a floating-point number";
      case Kind::Number: return "a number or a vector of numbers";
      case Kind::Any: return "a number, a vector of numbers or a bool";
      case Kind::Ballot: return "a vector of four integers of 32 bits";
      case Kind::Pointer: return "a pointer";
    }
    return {};
  }

  bool isInteger(uint32_t id) const {
    const Instruction* type = typeOf(id);
    return type && isOf(Kind::Integer, *type);
  }

  bool isLocalId(uint32_t id) const {
    const Instruction* type = typeOf(id);
    if (!type || type->opcode != spv::Op::OpTypeVector) return isInteger(id);
    return isOf(Kind::Integer, elementOf(*type)) && vectorSize(*type) <= 3;
  }

  bool isNumbers(const Instruction& type) const { return isOf(Kind::Scalar, elementOf(type)); }

  bool isBallot(const Instruction& type) const {
    return vectorSize(type) == 4 && elementBits(type) == 32;
  }

  /// Checks the types of the result, and of the second value of what has two: `behind` are the
  /// operands behind the first value.
  Finding types(const Instruction& i, const Row& row, std::span<const uint32_t> behind,
                const Instruction& type) const {
    const Instruction* result = module_.definition(i.typeId);
    switch (row.form) {
      case Form::IntelShuffleDown:
      case Form::IntelShuffleUp:
        if (typeOf(behind.front()) != &type) return "the two values differ in type";
        behind = behind.subspan(1);
        [[fallthrough]];
      case Form::IntelShuffle:
      case Form::IntelShuffleXor:
        if (!isInteger(behind.front()))
          return "the place " + idText(behind.front()) + " is not an integer";
        [[fallthrough]];
      case Form::Collective:
      case Form::All:
      case Form::Any:
      case Form::Broadcast:
      case Form::BroadcastFirst:
      case Form::Shuffle:
      case Form::ShuffleXor:
      case Form::ShuffleUp:
      case Form::ShuffleDown:
      case Form::Rotate: return result == &type ? "" : "the result is not of the value's type";
      case Form::Elect:
      case Form::AllEqual:
      case Form::InverseBallot:
      case Form::BallotBitExtract:
        return result && isOf(Kind::Bool, *result) ? "" : "the result is not a bool";
      case Form::Ballot:
        return result && isBallot(*result) ? "" : "the result is not four integers of 32 bits";
      case Form::BallotBitCount:
      case Form::BallotFindLSB:
      case Form::BallotFindMSB:
        return result && isOf(Kind::Integer, *result) ? "" : "the result is not an integer";
      case Form::BlockRead: return block(type, result);
      case Form::BlockWrite: return block(type, typeOf(behind.front()));
    }
    return {};
  }

  /// SubgroupImageBlockIOINTEL: a 2D image, a coordinate of two integers, and rows of integers.
  Finding imageBlock(const Instruction& i) const {
    const bool reads = i.opcode == spv::Op::OpSubgroupImageBlockReadINTEL;
    if (!reads && i.opcode != spv::Op::OpSubgroupImageBlockWriteINTEL) return {};
    using Read = OpSubgroupImageBlockReadINTEL;
    using Write = OpSubgroupImageBlockWriteINTEL;
    const Instruction* image = typeOf(module_.get(i, reads ? Read::kImage : Write::kImage));
    const auto is2D = [&](const Instruction& type) {
      return module_.get(type, OpTypeImage::kDim) == spv::Dim::Dim2D &&
             module_.get(type, OpTypeImage::kDepth) != 1 &&
             module_.get(type, OpTypeImage::kArrayed) == 0 &&
             module_.get(type, OpTypeImage::kMS) == 0;
    };
    if (!image || image->opcode != spv::Op::OpTypeImage || !is2D(*image))
      return "the image is no 2D image, or one of depths, layers or samples";
    const Instruction* coordinate =
        typeOf(module_.get(i, reads ? Read::kCoordinate : Write::kCoordinate));
    if (!coordinate || vectorSize(*coordinate) != 2 || elementBits(*coordinate) != 32)
      return "the coordinate is not two integers of 32 bits";
    const Instruction* data =
        reads ? module_.definition(i.typeId) : typeOf(module_.get(i, Write::kData));
    if (!data || elementBits(*data) == 0 || vectorSize(*data) == 3)
      return "the data are not one, two, four, eight or 16 integers";
    return {};
  }

  /// 1 for a type that is no vector.
  uint32_t vectorSize(const Instruction& type) const {
    return type.opcode == spv::Op::OpTypeVector ? module_.get(type, OpTypeVector::kComponentCount)
                                                : 1;
  }

  /// The bits of an integer or of the components of a vector of integers; else 0.
  uint32_t elementBits(const Instruction& type) const {
    const Instruction& element = elementOf(type);
    return element.opcode == spv::Op::OpTypeInt ? module_.get(element, OpTypeInt::kWidth) : 0;
  }

  /// The type of the components of a vector, else the type itself.
  const Instruction& elementOf(const Instruction& type) const {
    if (type.opcode != spv::Op::OpTypeVector) return type;
    const Instruction* element =
        module_.definition(module_.get(type, OpTypeVector::kComponentType));
    return element ? *element : type;
  }

  /// Checks a pointer to memory that a group shares, to elements of it or to a vector of them.
  Finding block(const Instruction& pointer, const Instruction* data) const {
    const spv::StorageClass storage = module_.get(pointer, OpTypePointer::kStorageClass);
    if (storage != spv::StorageClass::CrossWorkgroup && storage != spv::StorageClass::Workgroup)
      return "the block is neither in global nor in local memory";
    if (!data || !isNumbers(*data)) return "the data are not numbers";
    const uint32_t pointee = module_.get(pointer, OpTypePointer::kType);
    return elementOf(*data).resultId == pointee ? "" : "the data are not of the type pointed to";
  }

  const Module& module_;
};

}  // namespace

Admissible<void> checkSubGroups(const Module& module) { return SubGroups(module).run(); }

}  // namespace lanewise::admit
