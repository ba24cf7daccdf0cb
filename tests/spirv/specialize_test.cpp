// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Specialization constants: given values, defaults, operations on them, and what depends on them.
#include "compiler/admit/fold.h"
#include "tests/spirv/assemble.h"

namespace lanewise::test {
namespace {

/// A kernel that stores %result, with a constant `%c` of SpecId 7 whose default is 10.
std::expected<std::string, std::string> specialized(
    const std::string& types, std::vector<SpecializationConstant> values = {}) {
  CompileRequest request;
  request.modules = {assemble(KernelText{.declarations = "OpDecorate %c SpecId 7\n",
                                         .types = "%c = OpSpecConstant %i32 10\n" + types,
                                         .body = "OpStore %data %result\n"}
                                  .text())};
  request.specializationConstants = std::move(values);
  auto admitted = admitRequest(request);
  if (!admitted) return std::unexpected(admitted.error());
  return disassembly(admitted->words);
}

bool contains(const std::expected<std::string, std::string>& text, const std::string& part) {
  return text && text->find(part) != std::string::npos;
}

TEST(Specialize, DefaultBecomesAConstant) {
  const auto text = specialized("%result = OpSpecConstantOp %i32 IMul %c %c\n");
  EXPECT_TRUE(contains(text, "OpConstant %uint 100")) << text.value_or("refused");
  EXPECT_FALSE(contains(text, "Spec")) << *text;
}

TEST(Specialize, GivenValueReplacesTheDefault) {
  const auto text =
      specialized("%result = OpSpecConstantOp %i32 ISub %c %one\n", {{7, {0x00, 0x01, 0, 0}}});
  EXPECT_TRUE(contains(text, "OpConstant %uint 255")) << text.value_or("refused");
}

TEST(Specialize, ValueOfAnotherIdChangesNothing) {
  const auto text =
      specialized("%result = OpSpecConstantOp %i32 ISub %c %one\n", {{8, {0x00, 0x01, 0, 0}}});
  EXPECT_TRUE(contains(text, "OpConstant %uint 9\n")) << text.value_or("refused");
}

TEST(Specialize, ConstantsOfOneIdInTwoModulesHaveTheirOwnValues) {
  const auto module = [](const std::string& kernel, const std::string& result) {
    return assemble(KernelText{.declarations = "OpDecorate %c SpecId 7\n",
                               .types = "%c = OpSpecConstant %i32 10\n" + result,
                               .body = "OpStore %data %result\n",
                               .entryPoints = "OpEntryPoint Kernel %k \"" + kernel + "\"\n"}
                        .text());
  };
  CompileRequest request;
  request.modules = {module("first", "%result = OpSpecConstantOp %i32 IMul %c %c\n"),
                     module("second", "%result = OpSpecConstantOp %i32 ISub %c %one\n")};
  request.specializationConstants = {{7, {5, 0, 0, 0}, 0}};
  const auto admitted = admitRequest(request);
  ASSERT_TRUE(admitted) << admitted.error();
  const std::string text = disassembly(admitted->words);
  EXPECT_NE(text.find("OpConstant %uint 25\n"), std::string::npos) << text;
  EXPECT_NE(text.find("OpConstant %uint 9\n"), std::string::npos) << text;
}

TEST(Specialize, ValueOfTheWrongSize) {
  const auto plain = specialized("%result = OpSpecConstantOp %i32 ISub %c %one\n", {{7, {1, 2}}});
  ASSERT_FALSE(plain);
  EXPECT_NE(plain.error().find("specialization constant 7 has 4 bytes, 2 were given"),
            std::string::npos)
      << plain.error();
}

TEST(Specialize, ArrayLengthThatBecomesZero) {
  const std::string types = "%a = OpTypeArray %i32 %c\n%result = OpConstant %i32 0\n";
  EXPECT_TRUE(specialized(types));
  const auto zero = specialized(types, {{7, {0, 0, 0, 0}}});
  ASSERT_FALSE(zero);
  EXPECT_TRUE(zero.error().contains(": with the given specialization constants: ")) << zero.error();
}

TEST(Specialize, VectorsAndComposites) {
  const auto text = specialized(
      "%v = OpTypeVector %i32 4\n%all = OpSpecConstantComposite %v %c %one %zero %c\n"
      "%sum = OpSpecConstantOp %v IAdd %all %all\n%mixed = OpSpecConstantOp %v VectorShuffle %sum "
      "%all 0 5 2 7\n%result = OpSpecConstantOp %i32 CompositeExtract %mixed 0\n");
  EXPECT_TRUE(contains(text, "OpConstant %uint 20")) << text.value_or("refused");
}

TEST(Specialize, DivisionByZeroDoesNotTrap) {
  EXPECT_TRUE(specialized("%result = OpSpecConstantOp %i32 SDiv %c %zero\n"));
}

constexpr admit::NumberType kInt{admit::NumberType::Kind::Int, 32};
constexpr admit::NumberType kLong{admit::NumberType::Kind::Int, 64};
constexpr admit::NumberType kFloat{admit::NumberType::Kind::Float, 32};
constexpr admit::NumberType kHalf{admit::NumberType::Kind::Float, 16};
constexpr admit::NumberType kDouble{admit::NumberType::Kind::Float, 64};

uint64_t folded(spv::Op opcode, admit::NumberType result, admit::NumberType type, uint64_t a,
                uint64_t b) {
  const admit::Number operands[] = {{type, {a}}, {type, {b}}};
  auto number = admit::foldElements(opcode, result, operands);
  return number ? number->elements.at(0) : ~uint64_t(0);
}

TEST(Fold, SignedDivisionAndRemainders) {
  const uint32_t minus7 = uint32_t(-7), least = 0x80000000, minus1 = ~0u;
  EXPECT_EQ(folded(spv::Op::OpSDiv, kInt, kInt, minus7, 2), uint32_t(-3));
  EXPECT_EQ(folded(spv::Op::OpSRem, kInt, kInt, minus7, 2), uint32_t(-1));
  EXPECT_EQ(folded(spv::Op::OpSMod, kInt, kInt, minus7, 2), 1u);
  EXPECT_EQ(folded(spv::Op::OpSDiv, kInt, kInt, least, minus1), least);
  EXPECT_EQ(folded(spv::Op::OpSRem, kInt, kInt, least, minus1), 0u);
  EXPECT_EQ(folded(spv::Op::OpUDiv, kInt, kInt, 5, 0), 0u);
}

TEST(Fold, Shifts) {
  EXPECT_EQ(folded(spv::Op::OpShiftRightArithmetic, kInt, kInt, 0x80000000, 4), 0xf8000000u);
  EXPECT_EQ(folded(spv::Op::OpShiftLeftLogical, kInt, kInt, 1, 32), 0u);
}

TEST(Fold, HalfRoundsToNearestEven) {
  const uint64_t one = 0x3c00, placeOfOne = 0x1400;  // 1 and 2^-10, the last place of 1
  EXPECT_EQ(folded(spv::Op::OpFAdd, kHalf, kHalf, one, placeOfOne), 0x3c01u);
  EXPECT_EQ(folded(spv::Op::OpFAdd, kHalf, kHalf, one, 0x1000), 0x3c00u);     // a tie, to even
  EXPECT_EQ(folded(spv::Op::OpFAdd, kHalf, kHalf, 0x3c01, 0x1000), 0x3c02u);  // a tie, to even
  EXPECT_EQ(folded(spv::Op::OpFMul, kHalf, kHalf, 0x7bff, 0x4000), 0x7c00u);  // overflow
  EXPECT_EQ(folded(spv::Op::OpFMul, kHalf, kHalf, 0x0400, 0x3800), 0x0200u);  // subnormal
  EXPECT_EQ(folded(spv::Op::OpFMul, kHalf, kHalf, 0x8000, 0x3c00), 0x8000u);  // minus zero
}

TEST(Fold, ConversionsSaturate) {
  const uint64_t huge = 0x7e37e43c8800759c;  // 1e300
  EXPECT_EQ(folded(spv::Op::OpConvertFToS, kLong, kDouble, huge, huge), uint64_t(INT64_MAX));
}

// In double they would be a tie, which rounds to even.
TEST(Fold, LongIntegersAreRoundedOnceToFloat) {
  const auto converted = [](spv::Op opcode, admit::NumberType to, uint64_t value) {
    return folded(opcode, to, kLong, value, value);
  };
  const uint64_t aboveTie = 0x4000004000000001;  // 2^62 + 2^38 + 1, between 0x5e800000 and ..01
  EXPECT_EQ(converted(spv::Op::OpConvertUToF, kFloat, aboveTie), 0x5e800001u);
  EXPECT_EQ(converted(spv::Op::OpConvertSToF, kFloat, aboveTie), 0x5e800001u);
  EXPECT_EQ(converted(spv::Op::OpConvertSToF, kFloat, 0 - aboveTie), 0xde800001u);
  EXPECT_EQ(converted(spv::Op::OpConvertUToF, kFloat, aboveTie - 1), 0x5e800000u);
  EXPECT_EQ(converted(spv::Op::OpConvertUToF, kFloat, ~uint64_t(0)), 0x5f800000u);
  EXPECT_EQ(converted(spv::Op::OpConvertUToF, kHalf, 65519), 0x7bffu);
  EXPECT_EQ(converted(spv::Op::OpConvertUToF, kHalf, 65520), 0x7c00u);
  EXPECT_EQ(converted(spv::Op::OpConvertUToF, kHalf, 2049), 0x6800u);  // a tie, to even
  EXPECT_EQ(converted(spv::Op::OpConvertUToF, kHalf, aboveTie), 0x7c00u);
}

}  // namespace
}  // namespace lanewise::test
