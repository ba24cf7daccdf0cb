// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A table of options, parsed by hand: LLVM's command line library would add hundreds of its own.
#include "compiler/tools/arguments.h"

#include "compiler/driver/build.h"
#include "compiler/repairs/repairs.h"
#include "compiler/target/target.h"
#include "interface/compile_reply.h"
#include "interface/compile_request.h"
#include "interface/languages.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallString.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/raw_ostream.h>

#include <iterator>

namespace lanewise::cc {
namespace {

constexpr llvm::StringRef kHelp = R"(lanewise-cc [options] <input>...
Compiles OpenCL C (.cl), SPIR-V (.spv, .spvasm) or LLVM IR (.ll, .bc), from any stage to any
stage. The input '-' is the standard input.
  -o <file>              write the result; '-' is the standard output. Without -o the input is
                         compiled and nothing is written, except with --passes
  --from=<stage>         the stage whose output is the input, or source or spirv (default: by the name
                         and contents of the input; of LLVM IR translate, of the standard input
                         spirv or translate)
  --to=<stage>           the stage to stop after (default: the last), or binary: the last, written as a
                         program binary for clCreateProgramWithBinary; spirv (for source input),
                        )"
#define COMPILER_STAGE(name, run, activity) " " name
#include "interface/stages.def"
#undef COMPILER_STAGE
                                  R"(
  -S                     write assembly instead of linked code
  --passes=<a,b>         run these passes, of Lanewise or LLVM, instead of stages
  --target=<triple>      generate code for another machine, such as aarch64-linux-gnu, if the compiler was
                         built for it (LANEWISE_TARGETS). Without --level: for its lowest level
  --level=<level>        )"
#define LANEWISE_MICROARCHITECTURE(architecture, id, name, vectorBits, features) name ", "
#include "interface/microarchitectures.def"
                                  R"(or native (default;
                         for --to=binary the highest level of this CPU)
  --threads=<n>          threads that generate code for --to=code; default: one for each processor, at
                         most 8
  --lanes=<n>            run n work-items as one vector (1: one after another); default: chosen for
                         each kernel
  --specialize=<how>     the code for all launches: auto (default), quick (as auto in programs of
                         many kernels), off (if kernels whose launches take long are not compiled
                         again)
  --spec=<id>=<hex>      value of a specialization constant, bytes in little-endian order
  --launch=<kernel>:<x>,<y>,<z>
                         compile one kernel, for work-groups of that size; zeros: of any size
  --known=<argument>:<offset>:<hex>
                         the argument points to an object with these bytes; behind --launch
  --metadata             print the metadata of each kernel that the host receives
  --explain              print what costs time in vectors of work-items, as -cl-lanewise-explain
  --remarks              print remarks about decisions of the compiler
  --time                 print the time of each stage in us; --repeat=<n> compiles n times
  --time-passes          print LLVM's time reports for each pass, too
  --print=<analysis>     print what is known of each kernel before it is widened: plan, shapes, masks,
                         uniformity, assumed-strides or lane-patterns; for 8 lanes, or those of --lanes
  --without=<pass>       omit a pass of Lanewise, or <Stage>:<text> of an LLVM_PASSES row of passes.def
  --without-repair=<id>  omit a repair of repairs.def, for tests of LLVM, Clang and llvm-spirv
  --verify-each          after each pass verify the module and the analyses that the pass preserves
  --dump=<stages>        write the output of these stages ('all') to --dump-dir=<folder>
  -D <name>[=<value>], -U <name>, -I <folder>, -w, -Werror
                         for source input, as for clBuildProgram; a space before the value is optional
  -cl-std=<version>      for source input:)"
#define LANGUAGE(option, family, major, minor, clang) " " option
#include "interface/languages.def"
                                  R"(
  -cl-opt-disable, -cl-mad-enable, -cl-no-signed-zeros, -cl-unsafe-math-optimizations,
  -cl-finite-math-only, -cl-fast-relaxed-math, -cl-uniform-work-group-size, -g
                         as for clBuildProgram; source input accepts all of its options
  --list-passes          print the names of Lanewise's passes
  --version              print the versions of Lanewise, LLVM and its interfaces
)";

bool takeValue(llvm::StringRef argument, llvm::StringRef name, std::string& value) {
  if (!argument.consume_front(name) || !argument.consume_front("=")) return false;
  value = argument.str();
  return true;
}

bool takeFlag(llvm::StringRef argument, llvm::StringRef name, bool& flag) {
  if (argument != name) return false;
  return flag = true;
}

bool takeNumber(llvm::StringRef argument, llvm::StringRef name, unsigned& number) {
  return argument.consume_front(name) && argument.consume_front("=") &&
         !argument.getAsInteger(10, number);
}

// Its value is the next word, unless it is joined.
bool takesWord(llvm::StringRef option) {
  return option == "-D" || option == "-U" || option == "-I";
}

// Options whose value is joined by '='.
struct Form {
  llvm::StringRef name, value;
};
constexpr Form kForms[] = {
    {"--from", "<stage>"},
    {"--to", "<stage>"},
    {"--passes", "<a,b>"},
    {"--target", "<triple>"},
    {"--level", "<level>"},
    {"--threads", "<number>"},
    {"--lanes", "<number>"},
    {"--specialize", "auto, quick or off"},
    {"--repeat", "<number>"},
    {"--dump", "<stages>"},
    {"--dump-dir", "<folder>"},
    {"--without", "<pass>"},
    {"--print", "<analysis>"},
    {"--without-repair", "<id>, a row of repairs.def"},
    {"--spec", "<id>=<hex>: a decimal number, and two hexadecimal digits per byte"},
    {"--launch", "<kernel>:<x>,<y>,<z>, given once: zeros, or at most 8192 work-items"},
    {"--known", "<argument>:<offset>:<hex> behind --launch"},
};

static_assert(kMaxWorkGroupSize == 8192, "kForms says so");

/// What is wrong with an option that takeOption() does not take.
std::string problemOf(llvm::StringRef argument) {
  const std::string option = ("option '" + argument + "'").str();
  const auto [name, value] = argument.split('=');
  const auto* form = llvm::find_if(kForms, [&](const Form& known) { return known.name == name; });
  if (form == std::end(kForms)) return "unknown " + option;
  return option + (name == argument ? " has no value: it is " : " is not ") +
         (name + "=" + form->value).str();
}

bool complain(const llvm::Twine& sentence) {
  llvm::errs() << "lanewise-cc: " << sentence << '\n';
  return false;
}

bool takeConstant(llvm::StringRef argument, std::vector<SpecializationConstant>& constants) {
  if (!argument.consume_front("--spec=")) return false;
  SpecializationConstant constant;
  const auto [id, hex] = argument.split('=');
  std::string bytes;
  if (id.getAsInteger(10, constant.id) || hex.empty() || !llvm::tryGetFromHex(hex, bytes))
    return false;
  constant.bytes.assign(bytes.begin(), bytes.end());
  constants.push_back(std::move(constant));
  return true;
}

bool takeTier(llvm::StringRef argument, Tier& tier) {
  if (!argument.consume_front("--specialize=")) return false;
  if (argument == "auto") tier = Tier::First;
  if (argument == "quick") tier = Tier::Quick;
  if (argument == "off") tier = Tier::All;
  return argument == "auto" || argument == "quick" || argument == "off";
}

bool takeLaunch(llvm::StringRef argument, std::vector<LaunchKind>& kinds) {
  if (!argument.consume_front("--launch=") || !kinds.empty()) return false;
  const auto [kernel, sizes] = argument.rsplit(':');
  llvm::SmallVector<llvm::StringRef, 3> numbers;
  sizes.split(numbers, ',');
  LaunchKind kind;
  kind.kernel = kernel.str();
  if (kernel.empty() || numbers.size() != 3) return false;
  for (size_t dim = 0; dim < 3; ++dim)
    if (numbers[dim].getAsInteger(10, kind.localSize[dim])) return false;
  const auto [x, y, z] = kind.localSize;
  const bool isUnknown = x == 0 && y == 0 && z == 0;
  if (!isUnknown && (x == 0 || y == 0 || z == 0 || x > kMaxWorkGroupSize ||
                     y > kMaxWorkGroupSize / x || z > kMaxWorkGroupSize / x / y))
    return false;
  kinds.push_back(std::move(kind));
  return true;
}

bool takeKnownBytes(llvm::StringRef argument, std::vector<LaunchKind>& kinds) {
  if (!argument.consume_front("--known=") || kinds.empty()) return false;
  llvm::SmallVector<llvm::StringRef, 3> parts;
  argument.split(parts, ':');
  KnownBytes known;
  std::string bytes;
  if (parts.size() != 3 || parts[0].getAsInteger(10, known.argument) ||
      parts[1].getAsInteger(10, known.offsetBytes) || !llvm::tryGetFromHex(parts[2], bytes))
    return false;
  known.bytes.assign(bytes.begin(), bytes.end());
  kinds.front().objects.push_back(std::move(known));
  return true;
}

bool takeRepair(llvm::StringRef argument) {
  return argument.consume_front("--without-repair=") && leaveOutRepair(argument);
}

// A folder of headers as the front end wants it: absolute, in one word with its option.
std::string includeOption(llvm::StringRef folder) {
  llvm::SmallString<128> path(folder);
  llvm::sys::fs::make_absolute(path);
  return ("-I" + path).str();
}

llvm::SmallVector<llvm::StringRef> splitAtCommas(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',', -1, /*KeepEmpty=*/false);
  return parts;
}

bool takeOption(llvm::StringRef argument, Arguments& result) {
  if (llvm::StringRef folder = argument; folder.consume_front("-I") && !folder.empty()) {
    result.options.push_back(includeOption(folder));
    return true;
  }
  if (llvm::StringRef checks = argument; checks.consume_front("-cl-lanewise-check=")) {
    for (llvm::StringRef check : splitAtCommas(checks))
      result.options.push_back(("-cl-lanewise-check=" + check).str());
    result.options.push_back("-g");  // reports have places
    return true;
  }
  if (argument == "--explain") argument = "-cl-lanewise-explain";
  if (argument.starts_with("-cl-") || argument == "-g" || argument == "-w" ||
      argument == "-Werror" || takesWord(argument.take_front(2))) {
    result.options.push_back(argument.str());
    return true;
  }
  return takeValue(argument, "--from", result.from) || takeValue(argument, "--to", result.to) ||
         takeValue(argument, "--passes", result.passes) ||
         takeValue(argument, "--target", result.target) ||
         takeValue(argument, "--level", result.level) ||
         takeValue(argument, "--dump", result.dumpStages) ||
         takeValue(argument, "--dump-dir", result.dumpFolder) ||
         takeFlag(argument, "-S", result.assembly) || takeFlag(argument, "--time", result.time) ||
         takeFlag(argument, "--time-passes", result.timePasses) ||
         takeFlag(argument, "--verify-each", result.passTests.verifyEach) ||
         takeValue(argument, "--without", result.passTests.without) ||
         takeValue(argument, "--print", result.passTests.print) || takeRepair(argument) ||
         takeFlag(argument, "--metadata", result.metadata) ||
         takeFlag(argument, "--remarks", result.remarks) ||
         takeNumber(argument, "--repeat", result.repeat) ||
         takeNumber(argument, "--lanes", result.lanes) || takeTier(argument, result.tier) ||
         takeNumber(argument, "--threads", result.threads) || takeLaunch(argument, result.kinds) ||
         takeKnownBytes(argument, result.kinds) || takeConstant(argument, result.specConstants);
}

bool isStage(llvm::StringRef name) {
  return name == "spirv" || llvm::is_contained(stageNames(), name);
}

constexpr llvm::StringRef kBinary = "binary";  // of --to

bool unknownValue(llvm::StringRef what, llvm::StringRef value, llvm::StringRef option,
                  const std::string& values) {
  return complain("unknown " + what + " '" + value + "' in " + option + "; known: " + values);
}

bool check(const Arguments& arguments) {
  if (arguments.inputs.empty()) return complain("no input; --help lists the options");
  if (arguments.assembly && arguments.to != "code")
    return complain("-S and --to=" + llvm::Twine(arguments.to) + " exclude each other");
  if (arguments.repeat == 0) return complain("--repeat=0 compiles nothing");
  const llvm::StringRef without = arguments.passTests.without;
  // A row of LLVM's passes has a stage before a colon.
  if (!without.empty() && !without.contains(':') && !llvm::is_contained(passNames(), without))
    return complain("unknown pass '" + without + "' in --without; --list-passes prints the names");
  const std::string stages = llvm::join(stageNames(), ", "),
                    levels = llvm::join(targetLevels(), ", ");
  const std::string& from = arguments.from;
  if (!from.empty() && from != "source" && !isStage(from))
    return unknownValue("stage", from, "--from", "source, spirv, " + stages);
  if (!isStage(arguments.to) && arguments.to != kBinary)
    return unknownValue("stage", arguments.to, "--to", stages + ", spirv, binary");
  const bool isForAll =
      arguments.kinds.empty() && arguments.lanes == 0 && arguments.tier == Tier::First;
  if (arguments.to == kBinary && !isForAll)
    return complain(
        "--to=binary makes code for all launches: it excludes --launch, --lanes and "
        "--specialize");
  for (llvm::StringRef stage : splitAtCommas(arguments.dumpStages))
    if (stage != "all" && !llvm::is_contained(stageNames(), stage))
      return unknownValue("stage", stage, "--dump", "all, " + stages);
  const std::string& level = arguments.level;
  if (!level.empty() && level != "native" && !llvm::is_contained(targetLevels(), level))
    return unknownValue("level", level, "--level", "native, " + levels);
  if (arguments.lanes > 32 || (arguments.lanes & (arguments.lanes - 1)) != 0)
    return unknownValue("number of lanes", std::to_string(arguments.lanes), "--lanes",
                        "1, 2, 4, 8, 16, 32");
  return true;
}

// The level that --target and --level name together. A program binary has code for a level: what
// this CPU has beyond one may be missing where the binary is used.
bool chooseLevel(Arguments& arguments) {
  if (arguments.isBinary && arguments.target.empty()) {
    auto target = chooseTarget(arguments.level.empty() ? "native" : arguments.level);
    if (!target) return complain(llvm::toString(target.takeError()));
    arguments.level = target->level;
  }
  if (arguments.target.empty()) return true;
  auto level = levelOfTarget(arguments.target, arguments.level);
  if (!level) return complain(llvm::toString(level.takeError()));
  arguments.level = *level;
  return true;
}

// Prints the answer to --help and the like. False for other words.
bool answer(llvm::StringRef argument) {
  if (argument == "--help" || argument == "-h") {
    llvm::outs() << kHelp;
  } else if (argument == "--list-passes") {
    for (llvm::StringRef name : passNames()) llvm::outs() << name << '\n';
  } else if (argument == "--version") {
    llvm::outs() << "lanewise-cc " << LANEWISE_VERSION << ", LLVM " << LLVM_VERSION_STRING << ", "
                 << interfaceVersion() << '\n';
  } else {
    return false;
  }
  return true;
}

}  // namespace

std::optional<Arguments> parseArguments(int count, char** values) {
  Arguments result;
  for (int i = 1; i < count; ++i) {
    const llvm::StringRef argument = values[i];
    if (answer(argument)) {
      result.help = true;
      return result;
    }
    if ((argument == "-o" || takesWord(argument)) && i + 1 == count) {
      complain("option '" + argument + "' has no value");
      return std::nullopt;
    }
    if (argument == "-o")
      result.output = values[++i];
    else if (argument == "-I")
      result.options.push_back(includeOption(values[++i]));
    else if (argument == "-" || !argument.starts_with("-"))
      result.inputs.push_back(argument.str());
    else if (!takeOption(argument, result)) {
      complain(problemOf(argument));
      return std::nullopt;
    } else if (takesWord(argument)) {
      result.options.emplace_back(values[++i]);
    }
  }
  if (!check(result)) return std::nullopt;
  if (result.to == kBinary) {
    result.isBinary = true;
    result.to = "code";
  }
  if (!chooseLevel(result)) return std::nullopt;
  if (!result.passes.empty()) {
    result.to = "group";
    if (result.output.empty()) result.output = "-";
  }
  if (result.assembly) result.to = "group";
  return result;
}

std::string unusedOption(const Arguments& arguments) {
  if (arguments.from == "source") return {};  // the front end knows them
  constexpr llvm::StringRef kUsed[] = {
#define CODE_OPTION(member, option, whole) option,
#include "interface/code_options.def"
  };
  const auto found = llvm::find_if(arguments.options, [&](llvm::StringRef option) {
    return !llvm::is_contained(kUsed, option);
  });
  return found == arguments.options.end() ? std::string() : *found;
}

namespace {

// Whether the language of the last -cl-std does; without one it is OpenCL C 1.2.
bool allowsSmallerGroups(llvm::ArrayRef<std::string> options) {
  bool allows = false;
  for (llvm::StringRef option : options)
    if (option.consume_front("-cl-std=")) allows = hasNonUniformGroups(option);
  return allows;
}

}  // namespace

void fillRequest(const Arguments& arguments, CompileRequest& request) {
  if (!arguments.level.empty()) request.level = arguments.level;
  request.lanes = arguments.lanes;
  request.tier = arguments.tier;
  request.kinds = arguments.kinds;
  request.dumpFolder = arguments.dumpFolder;
  for (llvm::StringRef stage : splitAtCommas(arguments.dumpStages))
    request.dumpStages.push_back(stage.str());
  request.specializationConstants = arguments.specConstants;
  // As the host gives it. An option of the user that follows may say otherwise.
  request.source.options = {"-D__OPENCL_VERSION__=" + std::to_string(newestOpenclVersion())};
  llvm::append_range(request.source.options, arguments.options);
#define CODE_OPTION(member, option, whole) \
  request.options.member = llvm::is_contained(arguments.options, option);
#include "interface/code_options.def"
  // Launches of the program obey it, as if the host had built the source.
  if (arguments.isBinary && arguments.from == "source" && !allowsSmallerGroups(arguments.options))
    request.options.uniformWorkGroupSize = true;
}

}  // namespace lanewise::cc
