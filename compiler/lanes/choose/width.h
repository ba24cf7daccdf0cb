// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many work-items of a kernel run as one vector.
#pragma once

#include <optional>
#include <string>

namespace llvm {
class Function;
class TargetTransformInfo;
}  // namespace llvm

namespace lanewise {

class LaneFacts;
struct LaneCosts;

/// The most lanes of vectors whose lanes are chosen here.
inline constexpr unsigned kMostLanes = 32;
/// The most lanes of vectors that are sub-groups.
inline constexpr unsigned kMostLanesOfSubGroups = 64;

/// The most lanes that the vectors of the kernel may have.
unsigned mostLanes(const llvm::Function& kernel);

struct Width {
  unsigned lanes;      // 1: work-items run one after another
  std::string reason;  // for the note or remark
};

/// Whether vectors can run a function out of line. A result that depends on the number of lanes
/// would depend on the estimate, too.
bool mayHaveLanes(const llvm::Function& function);

/// The width that an option or an instruction of the kernel prescribes.
std::optional<Width> prescribedWidth(const llvm::Function& kernel);

/// The number of lanes that fills registers with the elements that most of the arithmetic has; less
/// if the kernel demands shorter rows of work-items.
/// `facts` may be those of any width.
Width fullWidth(const llvm::Function& kernel, const LaneFacts& facts);

/// Twice the lanes of `full`, or four times where most numbers have 16 bits or less, where rows of
/// work-items may be of any length, and the kernel's values then occupy no more registers than
/// width.cpp allows: two registers for each value hide latency and share what is uniform. `shapes`
/// may be those of any width.
Width roomyWidth(llvm::Function& kernel, const Width& full, const LaneFacts& facts,
                 const llvm::TargetTransformInfo& target);

/// The lanes of code that is built quickly or would be too long: one register for each value, or
/// for each OpenCL vector where most of the arithmetic is on their components. `facts` may be
/// those of any width.
Width quickWidth(llvm::Function& kernel, const Width& full, const LaneFacts& facts);

/// Whether sums of floats depend on the number of lanes.
bool dependsOnLanes(const llvm::Function& kernel);

/// Whether OpenCL leaves results open, which may differ between scalar code and lanes: those of
/// conversions out of range, and of approximations that options permit.
bool hasOpenResults(const llvm::Function& kernel);

/// `full` with the estimate as a part of its reason, or one lane if that costs less and no width is
/// prescribed. `costs` are those of `full`.
Width estimatedWidth(const Width& full, const LaneCosts& costs, bool isPrescribed);

/// The lanes that estimatedWidth() has not chosen, if the estimate is close enough to be wrong; 0:
/// none. The arguments are the same.
unsigned otherLanes(const Width& full, const LaneCosts& costs);

}  // namespace lanewise
