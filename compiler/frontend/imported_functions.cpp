// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes one function per call, each on a line of its own: from the line of an error follows which
// of them is none of OpenCL C. A static assertion compares the type of the result with the one that
// the import declares. The type of the whole function is compared where it is linked.
#include "compiler/frontend/imported_functions.h"

#include "compiler/frontend/opencl_c.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/DerivedTypes.h>

#include <algorithm>
#include <set>

namespace lanewise {
namespace {

constexpr llvm::StringRef kPrefix = "lanewise_import_";
constexpr llvm::StringRef kHead = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n";
constexpr size_t kHeadLines = 1;

struct Signature {
  std::string name;
  llvm::SmallVector<std::string> parameters;  // as the demangler spells their types
};

/// Nothing if the name is not that of a function in the global namespace.
std::optional<Signature> signatureOf(llvm::StringRef mangled) {
  // Clang's names of to_global() and its like.
  if (mangled.consume_front("__") && mangled.starts_with("to_"))
    return Signature{.name = mangled.str(), .parameters = {"void AS4*"}};
  const std::string text = llvm::demangle(mangled);
  llvm::StringRef rest = text;
  Signature signature;
  signature.name = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  rest = rest.drop_front(signature.name.size());
  const llvm::StringRef name = signature.name;
  if (name.empty() || name.starts_with("__") || !rest.consume_front("(") ||
      !rest.consume_back(")") || rest.contains('('))
    return std::nullopt;
  llvm::SmallVector<llvm::StringRef> types;
  if (!rest.empty()) rest.split(types, ", ");
  for (const llvm::StringRef type : types) signature.parameters.push_back(type.str());
  return signature;
}

/// A type without qualifiers in OpenCL C: "uchar" for "unsigned char". Empty if there is none.
std::string baseType(llvm::StringRef text) {
  if (text.starts_with("ocl_image")) {
    llvm::StringRef image = text.drop_front(4);
    const char* access = image.consume_back("_ro")   ? "read_only "
                         : image.consume_back("_wo") ? "write_only "
                         : image.consume_back("_rw") ? "read_write "
                                                     : nullptr;
    const bool isName = llvm::all_of(image, [](char c) { return llvm::isAlnum(c) || c == '_'; });
    return access && isName ? access + image.str() + "_t" : std::string();
  }
  return llvm::StringSwitch<std::string>(text)
      .Cases("bool", "char", "short", "int", "long", "half", "float", "double", "void", text.str())
      .Cases("memory_order", "memory_scope", text.str())
      .Case("signed char", "char")
      .Case("unsigned char", "uchar")
      .Case("unsigned short", "ushort")
      .Case("unsigned int", "uint")
      .Case("unsigned long", "ulong")
      .Case("ocl_event", "event_t")
      .Case("ocl_sampler", "sampler_t")
      .Default("");
}

/// "const uchar4" for "unsigned char vector[4] const".
std::string valueType(llvm::StringRef text) {
  std::string qualifiers, base, count;
  bool isAtomic = false;
  llvm::SmallVector<llvm::StringRef> words;
  text.split(words, ' ');
  for (llvm::StringRef word : words) {
    if (word == "const" || word == "volatile")
      qualifiers += word.str() + " ";
    else if (word == "_Atomic")
      isAtomic = true;
    else if (word.consume_front("vector[") && word.consume_back("]"))
      count = word.str();
    else if (word != "restrict")
      base += (base.empty() ? "" : " ") + word.str();
  }
  base = baseType(base);
  if (base.empty() || !llvm::all_of(count, llvm::isDigit)) return {};
  return qualifiers + (isAtomic ? "atomic_" : "") + base + count;
}

/// "global const float *" for "float const AS1*". Empty if OpenCL C has no such type.
std::string typeText(llvm::StringRef text) {
  if (!text.consume_back("*")) return valueType(text);
  const char* space = "private ";
  constexpr std::pair<llvm::StringRef, const char*> kSpaces[] = {
      {" AS1", "global "}, {" AS2", "constant "}, {" AS3", "local "}, {" AS4", "generic "}};
  for (const auto& [suffix, name] : kSpaces)
    if (text.consume_back(suffix)) space = name;
  const std::string pointee = valueType(text);
  return pointee.empty() ? pointee : space + pointee + "*";
}

/// The types of OpenCL C that an LLVM type stands for, the signed one first.
llvm::SmallVector<std::string, 2> resultTypes(llvm::Type* type) {
  std::string count;
  if (const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
    count = std::to_string(vector->getNumElements());
    type = vector->getElementType();
  }
  if (type->isHalfTy()) return {"half" + count};
  if (type->isFloatTy()) return {"float" + count};
  if (type->isDoubleTy()) return {"double" + count};
  if (!type->isIntegerTy()) return {};
  const char* name = llvm::StringSwitch<const char*>(std::to_string(type->getIntegerBitWidth()))
                         .Case("8", "char")
                         .Case("16", "short")
                         .Case("32", "int")
                         .Case("64", "long")
                         .Default(nullptr);
  if (type->isIntegerTy(1)) return {"bool"};
  if (!name) return {};
  return {name + count, "u" + std::string(name) + count};
}

/// What stands before and behind the call in a function that returns its result.
struct Result {
  std::string type, before = {}, after = {};
};

/// An assertion that the call has one of the types.
std::string assertion(const std::string& call, llvm::ArrayRef<std::string> types) {
  std::string isOne;
  for (const std::string& one : types)
    isOne += (isOne.empty() ? "" : " || ") +
             ("__builtin_types_compatible_p(__typeof__(" + call + "), " + one + ")");
  return "_Static_assert(" + isOne + ", \"\"); ";
}

std::optional<Result> resultOf(llvm::Type* type, const std::string& call) {
  if (type->isVoidTy()) return Result{.type = "void", .before = assertion(call, {"void"})};
  if (const auto* object = llvm::dyn_cast<llvm::TargetExtType>(type);
      object && object->getName() == "spirv.Event")
    return Result{.type = "event_t", .before = "return "};
  if (type->isPointerTy()) {
    constexpr const char* kSpaces[] = {"private", "global", "constant", "local", "generic"};
    const unsigned space = type->getPointerAddressSpace();
    if (space >= std::size(kSpaces)) return std::nullopt;
    return Result{.type = kSpaces[space] + std::string(" void*"), .before = "return "};
  }
  const auto types = resultTypes(type);
  if (types.empty()) return std::nullopt;
  return Result{.type = types[0],
                .before = assertion(call, types) + "return __builtin_astype(",
                .after = ", " + types[0] + ")"};
}

/// A function of OpenCL C on one line; empty if the call is none of such a function.
std::string functionText(const ImportedCall& imported, llvm::StringRef name) {
  const auto signature = signatureOf(imported.name);
  if (!signature || signature->parameters.size() != imported.type->getNumParams()) return {};
  std::string parameters, call = signature->name + "(";
  for (const auto& [n, spelling] : llvm::enumerate(signature->parameters)) {
    const std::string type = typeText(spelling);
    if (type.empty()) return {};
    const std::string comma = n ? ", " : "", argument = "a" + std::to_string(n);
    parameters += comma + type + " " + argument;
    const auto& constant = imported.constants[n];
    call += comma + (constant ? "(" + type + ")" + std::to_string(*constant) : argument);
  }
  call += ")";
  const auto result = resultOf(imported.type->getReturnType(), call);
  if (!result) return {};
  return result->type + " " + name.str() + "(" + (parameters.empty() ? "void" : parameters) +
         ") { " + result->before + call + result->after + "; }";
}

}  // namespace

bool wantsConstant(llvm::StringRef name, unsigned argument) {
  const auto signature = signatureOf(name);
  if (!signature || argument >= signature->parameters.size()) return false;
  const llvm::StringRef function = signature->name, type = signature->parameters[argument];
  return type.starts_with("memory_") || function.contains("barrier") ||
         function.contains("fence") || function.contains("clustered");
}

ImportedFunctions compileImported(llvm::ArrayRef<ImportedCall> calls) {
  ImportedFunctions result;
  std::vector<std::string> lines;
  for (const auto& [n, call] : llvm::enumerate(calls)) {
    const std::string name = kPrefix.str() + std::to_string(n);
    lines.push_back(functionText(call, name));
    result.names.push_back(lines.back().empty() ? std::string() : name);
  }
  while (llvm::any_of(result.names, [](const std::string& name) { return !name.empty(); })) {
    SourceProgram program;
    program.text = kHead;
    program.options = {"-cl-std=CL3.0", "-w"};
    for (const std::string& line : lines) program.text += line + "\n";
    FrontEndResult compiled = compileSource(program);
    if (!compiled.spirv.empty()) {
      result.spirv = std::move(compiled.spirv);
      return result;
    }
    bool isSmaller = false;
    for (const Diagnostic& diagnostic : compiled.diagnostics) {
      const size_t line = diagnostic.source.line;
      if (!isError(diagnostic.kind) || line <= kHeadLines || line > kHeadLines + lines.size())
        continue;
      std::string& name = result.names[line - kHeadLines - 1];
      isSmaller |= !name.empty();
      name.clear();
      lines[line - kHeadLines - 1].clear();
    }
    if (!isSmaller) result.names.assign(calls.size(), {});
  }
  return result;
}

}  // namespace lanewise
