// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parameters of a function that the lanes of a vector call together. In the copy of the
// function that is widened, a parameter that differs between lanes is used by one call only:
// `<type> @lanewise.lane_parameter.<number>(<type> parameter, i64 stride, i32 flags)`. So it is an
// instruction with a step of its own, where the parameters of a kernel are the same for all lanes.
#pragma once

#include "compiler/analysis/step.h"

#include <optional>

namespace llvm {
class Argument;
class CallInst;
class Function;
class IRBuilderBase;
class Value;
}  // namespace llvm

namespace lanewise {

/// Strided or varying; nullopt for everything else.
std::optional<Step> stepOfLaneParameter(const llvm::Value& value);

/// The call that uses the parameter; nullptr if there is none, because the parameter is the same
/// for all lanes or not used.
llvm::CallInst* laneParameterOf(llvm::Argument& parameter);

/// What of a step the parameter of a function can have: uniform, strided or varying.
Step stepForParameter(const Step& step);

/// Lets the users of each parameter use a call with a varying step.
void makeLaneParameters(llvm::Function& function);

/// \param step as stepForParameter() has it. Uniform: the parameter takes the place of the call.
void setStep(llvm::CallInst& laneParameter, const Step& step);

}  // namespace lanewise
