// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// PointerPlaces: for each pointer of a function, the object that it came from and how far it is
// into it, as values of the code. What a pointer came from decides, not where it points: an index
// that leads from one buffer into another is outside.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>

#include <cstdint>
#include <string>

namespace llvm {
class AllocaInst;
class Argument;
class Function;
class GlobalVariable;
class Value;
}  // namespace llvm

namespace lanewise {

/// What is known of a pointer: integers of 64 bits, and pointers from History on.
enum class PlacePart : unsigned {
  Offset,  // in the object
  ReadBytes,
  WriteBytes,  // of the object: what may be read and written
  Unwritten,   // a byte for each of its bytes (abi::CheckedObject)
  Writes,
  Reads,
  WriteSites,
  ReadSites,  // abi::AccessHistory
};
inline constexpr unsigned kPlaceParts = 8;

struct PointerPlace {
  llvm::Value* parts[kPlaceParts] = {};
  /// An access may be outside of the object.
  bool isChecked = false;
  /// Unwritten is there. The rest of the shadow, too, unless it is private memory of a work-item.
  bool hasShadow = false;
  bool isPrivate = false;
  /// The bits of Unwritten that are 0, and not those that are 1, were written by nobody.
  bool isInverted = false;
  /// Unwritten and the rest of the shadow may be null.
  bool mayLackShadow = false;

  llvm::Value*& operator[](PlacePart part) { return parts[static_cast<unsigned>(part)]; }
  llvm::Value* operator[](PlacePart part) const { return parts[static_cast<unsigned>(part)]; }
};

/// What the pointer is computed from; nothing if it begins an object.
llvm::SmallVector<llvm::Value*, 2> pointerSources(llvm::Value* pointer);

/// The pointer, and all that it is computed from.
llvm::SmallVector<llvm::Value*, 8> pointersBehind(llvm::Value* pointer);

class PointerPlaces {
 public:
  /// Without shadows only offsets and sizes are emitted.
  PointerPlaces(llvm::Function& function, bool withShadows)
      : function_(function), withShadows_(withShadows) {}

  /// Emits what is needed behind the definition of the pointer, once for each.
  PointerPlace of(llvm::Value* pointer);
  /// The words of reports: "argument 2", "private variable 'x' of 16 bytes".
  std::string objectName(llvm::Value* pointer);
  /// A bit for each of the first 64 arguments that the pointer may come from; all if that is not
  /// known.
  uint64_t argumentsOf(llvm::Value* pointer);
  /// Whether the object is memory of the code itself, whose address is not to be taken.
  bool isOwnMemory(llvm::Value* pointer);

 private:
  using Roots = llvm::SmallSetVector<llvm::Value*, 2>;
  const Roots& rootsOf(llvm::Value* pointer);
  PointerPlace make(llvm::Value* pointer);
  PointerPlace join(llvm::Value* pointer, llvm::ArrayRef<llvm::Value*> sources);
  bool isLostTrackOf(llvm::Value* root);
  PointerPlace placeOfRoot(llvm::Value* root);
  PointerPlace placeOfKnown(llvm::Value* root);
  bool isOfTheCode(llvm::Value* root);
  PointerPlace placeOfArgument(llvm::Argument& argument);
  PointerPlace placeOfParameter(llvm::Argument& parameter);
  PointerPlace placeOfVariable(llvm::AllocaInst& variable);
  PointerPlace placeOfLocal(llvm::GlobalVariable& variable);
  PointerPlace placeOfProgram(llvm::GlobalVariable& variable);
  PointerPlace foundByHost(llvm::Value* pointer);
  llvm::BasicBlock::iterator atEntry();
  llvm::BasicBlock::iterator behind(llvm::Value* pointer);
  void loadBounds(llvm::IRBuilderBase& builder, llvm::Value* object, PointerPlace& place);
  void loadPlace(llvm::IRBuilderBase& builder, llvm::Value* pointer, llvm::Value* object,
                 PointerPlace& place);
  void placeShadow(llvm::IRBuilderBase& builder, llvm::Value* begin, llvm::Value* size,
                   PointerPlace& place);

  llvm::Function& function_;
  const bool withShadows_;
  llvm::DenseMap<llvm::Value*, PointerPlace> places_;
  llvm::DenseMap<llvm::Value*, Roots> roots_;
};

}  // namespace lanewise
