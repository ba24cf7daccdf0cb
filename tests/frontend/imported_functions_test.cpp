// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which mangled names are functions of OpenCL C, and with which types. tests/kernels runs all kinds
// of functions that are imported (kernels-*-imports).
#include "compiler/frontend/imported_functions.h"

#include <gtest/gtest.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/LLVMContext.h>

namespace lanewise::test {
namespace {

class ImportedFunctions : public testing::Test {
 protected:
  llvm::Type* integer(unsigned bits) { return llvm::Type::getIntNTy(context, bits); }
  llvm::Type* number() { return llvm::Type::getFloatTy(context); }
  llvm::Type* vector(llvm::Type* element, unsigned count) {
    return llvm::FixedVectorType::get(element, count);
  }
  llvm::Type* pointer(unsigned space) { return llvm::PointerType::get(context, space); }
  llvm::Type* nothing() { return llvm::Type::getVoidTy(context); }

  ImportedCall call(const char* name, llvm::Type* result,
                    std::initializer_list<llvm::Type*> parameters) {
    return {.name = name,
            .type = llvm::FunctionType::get(result, parameters, false),
            .constants = std::vector<std::optional<uint64_t>>(parameters.size())};
  }
  bool isFound(const ImportedCall& one) {
    const auto found = compileImported(one);
    EXPECT_EQ(found.spirv.empty(), found.names.at(0).empty());
    return !found.names.at(0).empty();
  }

  llvm::LLVMContext context;
};

TEST_F(ImportedFunctions, OfEveryKindAreFound) {
  const std::vector<ImportedCall> calls = {
      call("_Z12get_group_idj", integer(64), {integer(32)}),
      call("_Z12get_work_dimv", integer(32), {}),
      call("_Z3sinf", number(), {number()}),
      call("_Z3sinDv16_f", vector(number(), 16), {vector(number(), 16)}),
      call("_Z6sincosDv4_fPU3AS4S_", vector(number(), 4), {vector(number(), 4), pointer(4)}),
      call("_Z5fractfPf", number(), {number(), pointer(0)}),
      call("_Z3maxDv3_lS_", vector(integer(64), 3),
           {vector(integer(64), 3), vector(integer(64), 3)}),
      call("_Z5clampDv8_hhh", vector(integer(8), 8),
           {vector(integer(8), 8), integer(8), integer(8)}),
      call("_Z7isequalff", integer(32), {number(), number()}),
      call("_Z6vload3mPU3AS1Kt", vector(integer(16), 3), {integer(64), pointer(1)}),
      call("_Z10atomic_addPU3AS1Vii", integer(32), {pointer(1), integer(32)}),
      call("_Z18convert_uchar4_satDv4_f", vector(integer(8), 4), {vector(number(), 4)}),
      call("_Z20sub_group_reduce_addi", integer(32), {integer(32)}),
      call("_Z7shuffleDv4_fDv4_j", vector(number(), 4),
           {vector(number(), 4), vector(integer(32), 4)}),
  };
  const auto found = compileImported(calls);
  EXPECT_FALSE(found.spirv.empty());
  for (size_t n = 0; n < calls.size(); ++n) EXPECT_NE(found.names[n], "") << calls[n].name;
}

// The types of objects are compared where the functions are linked.
TEST_F(ImportedFunctions, OfObjectsAndGroupsAreFound) {
  llvm::Type* object = pointer(0);
  llvm::Type* event = llvm::TargetExtType::get(context, "spirv.Event");
  const std::vector<ImportedCall> calls = {
      call("_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_f", vector(number(), 4),
           {object, object, vector(number(), 2)}),
      call("_Z12read_imageui14ocl_image3d_roDv4_i", vector(integer(32), 4),
           {object, vector(integer(32), 4)}),
      call("_Z12write_imagef20ocl_image2d_array_woDv4_iDv4_f", nothing(),
           {object, vector(integer(32), 4), vector(number(), 4)}),
      call("_Z12write_imagei14ocl_image1d_rwiDv4_i", nothing(),
           {object, integer(32), vector(integer(32), 4)}),
      call("_Z15get_image_width14ocl_image2d_wo", integer(32), {object}),
      call("_Z21async_work_group_copyPU3AS3fPU3AS1Kfm9ocl_event", event,
           {pointer(3), pointer(1), integer(64), event}),
      call("_Z26async_work_group_copy_2D2DPU3AS3vmPU3AS1Kvmmmmmm9ocl_event", event,
           {pointer(3), integer(64), pointer(1), integer(64), integer(64), integer(64), integer(64),
            integer(64), integer(64), event}),
      call("_Z27async_work_group_copy_fencej", nothing(), {integer(32)}),
      call("_Z17wait_group_eventsiPU3AS49ocl_event", nothing(), {integer(32), pointer(4)}),
      call("_Z8prefetchPU3AS1KDv4_fm", nothing(), {pointer(1), integer(64)}),
      call("_Z16sub_group_balloti", vector(integer(32), 4), {integer(32)}),
      call("_Z17sub_group_shufflefj", number(), {number(), integer(32)}),
      call("_Z22get_sub_group_local_idv", integer(32), {}),
      call("_Z31sub_group_non_uniform_broadcastDv2_fj", vector(number(), 2),
           {vector(number(), 2), integer(32)}),
      call("_Z28sub_group_scan_exclusive_maxi", integer(32), {integer(32)}),
      call("_Z20work_group_broadcastfm", number(), {number(), integer(64)}),
      call("_Z29work_group_scan_inclusive_addm", integer(64), {integer(64)}),
      call("_Z22atomic_work_item_fencej12memory_order12memory_scope", nothing(),
           {integer(32), integer(32), integer(32)}),
  };
  const auto found = compileImported(calls);
  std::string missing;
  for (size_t n = 0; n < calls.size(); ++n)
    if (found.names[n].empty()) missing += calls[n].name + "\n";
  EXPECT_EQ(missing, "");
}

TEST_F(ImportedFunctions, BarriersGetTheirFlagsAsConstants) {
  ImportedCall barrier = call("_Z7barrierj", nothing(), {integer(32)});
  EXPECT_TRUE(wantsConstant(barrier.name, 0));
  EXPECT_FALSE(wantsConstant("_Z12get_group_idj", 0));
  EXPECT_FALSE(wantsConstant("_Z7barrierj", 1));
  barrier.constants = {1};
  EXPECT_TRUE(isFound(barrier));
}

TEST_F(ImportedFunctions, OtherNamesAreNotFound) {
  EXPECT_FALSE(isFound(call("_Z5otherf", number(), {number()})));
  EXPECT_FALSE(isFound(call("other", number(), {number()})));
  EXPECT_FALSE(isFound(call("_Z10convert_myf", number(), {number()})));
  EXPECT_FALSE(isFound(call("_Z14__builtin_trapv", nothing(), {})));
  EXPECT_FALSE(isFound(call("_ZN1a3sinEf", number(), {number()})));
  EXPECT_FALSE(isFound(call("_Z6returnf", number(), {number()})));
}

TEST_F(ImportedFunctions, OtherTypesAreNotFound) {
  // max(int, uint) is ambiguous; an own structure has no type of OpenCL C.
  EXPECT_FALSE(isFound(call("_Z3maxij", integer(32), {integer(32), integer(32)})));
  EXPECT_FALSE(isFound(call("_Z3sin3own", number(), {pointer(0)})));
  // The import declares another result, or another number of parameters.
  EXPECT_FALSE(isFound(call("_Z12get_group_idj", number(), {integer(32)})));
  EXPECT_FALSE(isFound(call("_Z12get_group_idj", integer(32), {integer(32)})));
  EXPECT_FALSE(isFound(call("_Z12get_group_idj", integer(64), {})));
  EXPECT_FALSE(isFound(call("_Z3sinf", nothing(), {number()})));
}

TEST_F(ImportedFunctions, WhatIsNotFoundDoesNotSpoilTheRest) {
  std::vector<ImportedCall> calls;
  for (int n = 0; n < 60; ++n) {
    calls.push_back(call("_Z5otherf", number(), {number()}));
    calls.push_back(call("_Z3cosf", number(), {number()}));
  }
  const auto found = compileImported(calls);
  ASSERT_FALSE(found.spirv.empty());
  for (size_t n = 0; n < calls.size(); ++n) EXPECT_EQ(found.names[n].empty(), n % 2 == 0) << n;
}

}  // namespace
}  // namespace lanewise::test
