// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sandbox of the compiler process: what is refused there, what still works, and what happens
// where the kernel, or the filter of a container, does not have it.
#include "runtime/compiler_process/compiler_client.h"
#include "runtime/compiler_process/include_folders.h"
#include "tests/in_child.h"
#include "tests/runtime/fake/fake_request.h"
#include "tests/temporary_folder.h"

#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace lanewise {
namespace {

namespace fs = std::filesystem;
using test::fakeRequest;
using test::TemporaryFolder;

/// Must run before anything reads the environment.
const bool logIsOn = setenv("LANEWISE_LOG", "api", 1) == 0;

CompilerProcessSettings processSettings(const char* program = FAKE_PROGRAM) {
  CompilerProcessSettings settings;
  settings.program = program;
  settings.secondsPerKernel = 60;
  return settings;
}

struct Served {
  CompileReply reply;
  std::string log, sandbox;
};

Served serve(const CompilerProcessSettings& settings, const CompileRequest& request) {
  auto process = CompilerProcess::start(settings, {});
  if (!process) return {{}, process.error(), {}};
  std::vector<uint8_t> bytes;
  const auto outcome = (*process)->exchange(encode(request), bytes);
  auto reply = decodeReply(bytes);
  if (outcome != CompilerProcess::Outcome::Replied || !reply)
    return {{}, "no reply: " + (*process)->capturedStderr(), (*process)->sandbox()};
  std::string log = buildLog(reply->diagnostics);
  return {std::move(*reply), std::move(log), (*process)->sandbox()};
}

/// Error numbers by the names of attempts.def.
std::map<std::string, int> results(const std::string& log) {
  std::map<std::string, int> found;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (const size_t colon = line.rfind(": "); colon != line.npos)
      found[line.substr(line.find_first_not_of(' '), colon - line.find_first_not_of(' '))] =
          std::atoi(line.c_str() + colon + 2);
  return found;
}

int processIn(const std::string& log) {
  const size_t at = log.find("process ");
  return at == log.npos ? 0 : std::atoi(log.c_str() + at + 8);
}

struct Attempt {
  const char* name;
  bool byLandlock, always;
};
constexpr bool Landlock = true, Filter = false, Always = true, Inside = false;
constexpr Attempt kAttempts[] = {
#define ATTEMPT(part, when, name, call) {name, part, when},
#include "tests/runtime/fake/attempts.def"
#undef ATTEMPT
};

void fill(const TemporaryFolder& folder) {
  for (const char* name : {"/old", "/spare"}) std::ofstream(folder.path() + name) << "text";
}

TEST(Sandbox, RefusesEachAttemptOfAnAttacker) {
  const TemporaryFolder folder;
  fill(folder);
  const Served served = serve(processSettings(), fakeRequest("attempts", folder.path()));
  const auto found = results(served.log);
  ASSERT_FALSE(served.sandbox.empty()) << served.log;
  for (const Attempt& attempt : kAttempts) {
    const char* part = attempt.byLandlock ? "Landlock not available" : "filter not available";
    if (served.sandbox.contains(part)) continue;
    ASSERT_TRUE(found.contains(attempt.name)) << attempt.name << "\n" << served.log;
    const int error = found.at(attempt.name);
    EXPECT_TRUE(error == EPERM || error == EACCES) << attempt.name << ": error " << error;
  }
  if (served.sandbox.contains("not available")) GTEST_SKIP() << served.sandbox;
  // Nothing of it had an effect.
  EXPECT_EQ(test::fileBytes(folder.path() + "/old").size(), 4u);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 2);
}

TEST(Sandbox, AttemptsSucceedWithoutIt) {
  const TemporaryFolder folder;
  fill(folder);
  auto settings = processSettings();
  settings.sandbox = false;
  const Served served = serve(settings, fakeRequest("attempts", folder.path() + "?"));
  EXPECT_EQ(served.sandbox, "off");
  const auto found = results(served.log);
  for (const Attempt& attempt : kAttempts) {
    if (!attempt.always) continue;
    ASSERT_TRUE(found.contains(attempt.name)) << attempt.name << "\n" << served.log;
    EXPECT_EQ(found.at(attempt.name), 0) << attempt.name;
  }
}

#ifdef __x86_64__
TEST(Sandbox, RefusesCallsBy32BitEntry) {
  auto process = CompilerProcess::start(processSettings(), {});
  ASSERT_TRUE(process) << process.error();
  std::vector<uint8_t> bytes;
  // By an exit, or by a signal where the kernel has no such entry.
  EXPECT_EQ((*process)->exchange(encode(fakeRequest("old-call")), bytes),
            CompilerProcess::Outcome::Died);
  if ((*process)->sandbox().contains("filter not available")) GTEST_SKIP();
  EXPECT_FALSE((*process)->capturedStderr().contains("was answered"));
}
#endif

TEST(Sandbox, LogSaysOnceForEachProcessWhatIsInForce) {
  ASSERT_TRUE(logIsOn);
  const std::string expected = "lanewise api: sandbox of the compiler process: " +
                               serve(processSettings(), fakeRequest("ok")).sandbox + "\n";
  CompilerClient::Settings settings;
  settings.process = processSettings();
  CompilerClient client(settings);
  testing::internal::CaptureStderr();
  for (int i = 0; i < 3; ++i) client.compile(encode(fakeRequest("ok")));
  EXPECT_EQ(testing::internal::GetCapturedStderr(), expected);
}

// Each change between the two would otherwise start a process.
TEST(Sandbox, ProgramsWithAndWithoutIncludesAlternateOnOneCore) {
  CompilerClient::Settings settings;
  settings.process = processSettings();
  CompilerClient client(settings);
  CompileRequest without = test::fakeSourceRequest("ok"), with = without;
  with.source.folder = "/not/there";
  const auto processOf = [&](const CompileRequest& request) {
    return processIn(buildLog(client.compile(encode(request)).diagnostics));
  };
  const int first = processOf(without), second = processOf(with);
  EXPECT_NE(first, second);
  EXPECT_EQ(processOf(without), first);
  EXPECT_EQ(processOf(with), second);
}

TEST(Sandbox, ADebuggerCanTraceTheProcess) {
  auto process = CompilerProcess::start(processSettings(), {});
  ASSERT_TRUE(process) << process.error();
  std::vector<uint8_t> bytes;
  ASSERT_EQ((*process)->exchange(encode(fakeRequest("ok")), bytes),
            CompilerProcess::Outcome::Replied);
  const int traced = processIn(buildLog(decodeReply(bytes)->diagnostics));
  ASSERT_GT(traced, 0);
  if (ptrace(PTRACE_SEIZE, traced, nullptr, nullptr) != 0) {
    if (errno == EPERM) GTEST_SKIP() << "this system lets nobody trace a process";
    FAIL() << std::strerror(errno);
  }
  ASSERT_EQ(ptrace(PTRACE_INTERRUPT, traced, nullptr, nullptr), 0);
  int status = 0;
  ASSERT_EQ(waitpid(traced, &status, __WALL), traced);
  EXPECT_TRUE(WIFSTOPPED(status)) << status;
  EXPECT_EQ(ptrace(PTRACE_DETACH, traced, nullptr, nullptr), 0);
  EXPECT_EQ((*process)->exchange(encode(fakeRequest("ok")), bytes),
            CompilerProcess::Outcome::Replied);
}

/// As the filter of a container does: these calls fail with `error`.
void refuseCalls(std::initializer_list<uint32_t> numbers, uint32_t error) {
  std::vector<sock_filter> code = {{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)}};
  for (const uint32_t number : numbers) {
    code.push_back({BPF_JMP | BPF_JEQ | BPF_K, 0, 1, number});
    code.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | error});
  }
  code.push_back({BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW});
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  ASSERT_EQ(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  ASSERT_EQ(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0) << std::strerror(errno);
}

constexpr uint32_t kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446;

TEST(Sandbox, WithoutLandlockTheFilterRemainsAndTheLogSaysSo) {
  EXPECT_EQ(test::inChild([] {
              refuseCalls({kCreateRuleset, kAddRule, kRestrictSelf}, ENOSYS);
              const Served served = serve(processSettings(), fakeRequest("ok"));
              const bool said =
                  served.sandbox.contains(std::string("Landlock not available (") +
                                          std::strerror(ENOSYS) + "), seccomp filter (");
              if (!said) std::fprintf(stderr, "%s\n", served.sandbox.c_str());
              return served.reply.outcome == Outcome::Ok && said ? 0 : 1;
            }),
            0);
}

TEST(Sandbox, WithoutAnyOfItBuildsWorkAndTheLogSaysSo) {
  EXPECT_EQ(test::inChild([] {
              refuseCalls({kCreateRuleset, kAddRule, kRestrictSelf, SYS_seccomp}, EPERM);
              const Served served = serve(processSettings(), fakeRequest("ok"));
              const bool said = served.sandbox ==
                                "no_new_privs, Landlock not available (Operation not permitted), "
                                "seccomp filter not available (Operation not permitted)";
              if (!said) std::fprintf(stderr, "%s\n", served.sandbox.c_str());
              return served.reply.outcome == Outcome::Ok && said ? 0 : 1;
            }),
            0);
}

TEST(Sandbox, InProcessModeRestrictsNothing) {
  EXPECT_EQ(test::inChild([] {
              CompilerClient::Settings settings;
              settings.library = FAKE_COMPILER;
              CompilerClient client(settings);
              if (client.compile(encode(fakeRequest("ok"))).outcome != Outcome::Ok) return 1;
              if (prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 0) return 2;
              return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 0 ? 0 : 3;
            }),
            0);
}

TEST(IncludeFolders, AreThoseOfTheOptionsAndTheCurrentOne) {
  using Folders = std::vector<std::string>;
  EXPECT_EQ(includeFolders({"", {}, {"-I/a", "-DX=/b", "-w"}, ""}), Folders());
  EXPECT_EQ(includeFolders({"", {}, {"-I/a", "-w", "-I/b c"}, "/home"}),
            Folders({"/home", "/a", "/b c"}));
  EXPECT_EQ(includeFolders({"", {}, {"-I/a"}, "/"}), Folders({"/a"}));
  EXPECT_EQ(includeFolders({"",
                            {},
                            {"-DA=/usr/share/a", "-DB=\"/usr/b.h\"", "-DC=</usr/c.h>", "-DD=1",
                             "-DE=/", "-DF", "-DG=a/b"},
                            "/"}),
            Folders({"/usr/share/a", "/usr/b.h", "/usr/c.h"}));
}

TEST(IncludeFolders, RootThatADefinitionWritesInAnotherWayIsNone) {
  const TemporaryFolder folder;
  fs::create_symlink("/", folder.path() + "/root");
  for (const std::string& path :
       {std::string("//"), std::string("/."), std::string("/.."), std::string("/usr/.."),
        std::string("/usr/../"), std::string("\"//\""), std::string("</./>"),
        folder.path() + "/root"})
    EXPECT_TRUE(includeFolders({"", {}, {"-DX=" + path}, "/"}).empty()) << path;
}

TEST(IncludeFolders, NameFilesBelowThem) {
  EXPECT_TRUE(isNamedBelow("/a", "/a/b.h"));
  EXPECT_TRUE(isNamedBelow("/a/", "/a/b.h"));
  for (const char* path : {"/ab.h", "/a/../b.h", "/a/b/../../c.h", "/b.h", "a/b.h"})
    EXPECT_FALSE(isNamedBelow("/a", path)) << path;
}

TEST(IncludeFolders, ParentsAtTheEndOfAPathAreNotBelow) {
  for (const char* path : {"/a/..", "/a//..", "/a/./..", "/a/b/..", "/a/../", "/a/b/../.."})
    EXPECT_FALSE(isNamedBelow("/a", path)) << path;
  EXPECT_FALSE(isNamedBelow("/a/", "/a/.."));
  // What the system opens of it is the part before the null character.
  EXPECT_FALSE(isNamedBelow("/a", std::string_view("/a/..\0b", 7)));
}

TEST(IncludeFolders, TheFolderItselfIsNotBelow) {
  for (const char* path : {"/a", "/a/", "/a//", "/a/."})
    EXPECT_FALSE(isNamedBelow("/a", path)) << path;
}

TEST(IncludeFolders, ParentsInTheFolderItselfAreNoneOfThePath) {
  EXPECT_TRUE(isNamedBelow("/a/../b", "/a/../b/c.h"));
  EXPECT_TRUE(isNamedBelow("/a/..", "/a/../c.h"));
  EXPECT_TRUE(isNamedBelow("/a", "/a/..b/c..h"));
  EXPECT_FALSE(isNamedBelow("/a/../b", "/a/../b/../c.h"));
}

/// Programs of source, with the real compiler.
class SandboxedIncludes : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(base_ + "/inside/sub");
    fs::create_directory(base_ + "/outside");
    write("/inside/a.h", "#include \"sub/b.h\"\n");
    write("/inside/sub/b.h", "#include \"../c.h\"\n");
    write("/inside/c.h", "");
    write("/outside/secret", "the secret\n");
    settings_.process = processSettings(COMPILER_PROGRAM);
  }
  void write(const std::string& path, const std::string& text) {
    std::ofstream(base_ + path) << text;
  }
  CompileReply compile(CompilerClient& client, const std::string& source,
                       std::vector<std::string> options = {}) {
    CompileRequest request;
    request.goal = Goal::SourceToModule;
    request.source = {source + "\nkernel void k() {}\n", {}, std::move(options), "/"};
    return client.compile(encode(request));
  }
  static bool lacksLandlock(const CompileReply& reply) { return reply.outcome == Outcome::Ok; }

  const TemporaryFolder root_;
  const std::string base_ = root_.path();
  CompilerClient::Settings settings_;
};

/// This kernel has Landlock.
bool hasLandlock() { return syscall(kCreateRuleset, nullptr, size_t(0), 1u) > 0; }

TEST_F(SandboxedIncludes, FoldersOfTheOptionsAreRead) {
  CompilerClient client(settings_);
  for (const std::string& options : {"-I" + base_ + "/inside", "-DFOLDER=" + base_ + "/inside"}) {
    const std::string source = options.starts_with("-I")
                                   ? "#include \"a.h\""
                                   : "#define S(x) #x\n#define M(x) S(x)\n#include M(FOLDER/a.h)";
    const CompileReply reply = compile(client, source, {options});
    EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
  }
}

TEST_F(SandboxedIncludes, OtherFilesAreRefusedWithAReason) {
  if (!hasLandlock()) GTEST_SKIP() << "this kernel has no Landlock";
  CompilerClient client(settings_);
  for (const std::string& name : {base_ + "/outside/secret", std::string("../outside/secret")}) {
    const CompileReply reply =
        compile(client, "#include \"" + name + "\"", {"-I" + base_ + "/inside"});
    const std::string log = buildLog(reply.diagnostics);
    EXPECT_EQ(reply.outcome, Outcome::Rejected) << log;
    EXPECT_TRUE(log.contains("outside of the folders that this program may include from")) << log;
    EXPECT_TRUE(log.contains("LANEWISE_SANDBOX")) << log;
    EXPECT_FALSE(log.contains("the secret")) << log;
  }
}

// The conformance tests include a header by its absolute path.
TEST_F(SandboxedIncludes, SourceFilesAreReadFromEverywhere) {
  write("/outside/by_path.h", "#include \"../outside/second.cl\"\n");
  write("/outside/second.cl", "");
  CompilerClient client(settings_);
  for (const std::string& name :
       {base_ + "/outside/by_path.h", std::string("../outside/by_path.h")}) {
    const CompileReply reply =
        compile(client, "#include \"" + name + "\"", {"-I" + base_ + "/inside"});
    EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
  }
}

TEST_F(SandboxedIncludes, LinkIsNoSourceFileIfItLeadsToAnotherFile) {
  if (!hasLandlock()) GTEST_SKIP() << "this kernel has no Landlock";
  fs::create_symlink(base_ + "/outside/secret", base_ + "/outside/link.h");
  CompilerClient client(settings_);
  const CompileReply reply = compile(client, "#include \"" + base_ + "/outside/link.h\"");
  EXPECT_EQ(reply.outcome, Outcome::Rejected) << buildLog(reply.diagnostics);
}

// Trees of links are how packages of some systems are installed.
TEST_F(SandboxedIncludes, LinksInFoldersOfTheOptionsAreFollowed) {
  write("/outside/real.h", "#include \"second.h\"\n");
  write("/outside/other.h", "");
  fs::create_symlink(base_ + "/outside/real.h", base_ + "/inside/first.h");
  fs::create_symlink(base_ + "/outside/other.h", base_ + "/inside/second.h");
  CompilerClient client(settings_);
  for (int i = 0; i < 2; ++i) {
    const CompileReply reply = compile(client, "#include \"first.h\"", {"-I" + base_ + "/inside"});
    EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
  }
  // Only under the names of the links.
  if (!hasLandlock()) return;
  EXPECT_EQ(compile(client, "#include \"../outside/secret\"", {"-I" + base_ + "/inside"}).outcome,
            Outcome::Rejected);
}

TEST_F(SandboxedIncludes, LinksInAFolderThatIsWrittenWithAParentAreFollowed) {
  fs::create_symlink(base_ + "/outside/secret", base_ + "/inside/link.h");
  std::ofstream(base_ + "/outside/secret") << "";
  CompilerClient client(settings_);
  const CompileReply reply =
      compile(client, "#include \"link.h\"", {"-I" + base_ + "/outside/../inside"});
  EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
}

TEST_F(SandboxedIncludes, ProcessCannotAskForTheParentOfAFolder) {
  if (!hasLandlock()) GTEST_SKIP() << "this kernel has no Landlock";
  settings_.process = processSettings();
  // A link is what it may ask for.
  fs::create_symlink(base_ + "/outside/secret", base_ + "/inside/link.h");
  for (const std::string end : {"/..", "/../", "/sub/../..", "/link.h"}) {
    CompilerClient client(settings_);
    const std::string path = base_ + "/inside" + end;
    const CompileReply reply =
        compile(client, "fake:peek " + path + " ", {"-DFOLDER=" + base_ + "/inside"});
    ASSERT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
    EXPECT_EQ(buildLog(reply.diagnostics).contains("closed to it"), end != "/link.h")
        << path << ": " << buildLog(reply.diagnostics);
  }
}

TEST_F(SandboxedIncludes, ProcessCannotAskForAFolderThatALinkNames) {
  if (!hasLandlock()) GTEST_SKIP() << "this kernel has no Landlock";
  settings_.process = processSettings();
  fs::create_directory_symlink(base_ + "/outside", base_ + "/inside/link");
  CompilerClient client(settings_);
  for (const bool isFolder : {true, false}) {
    const std::string path = base_ + "/inside/link" + (isFolder ? "" : "/secret");
    const CompileReply reply =
        compile(client, "fake:peek " + path + " ", {"-DFOLDER=" + base_ + "/inside"});
    ASSERT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
    EXPECT_EQ(buildLog(reply.diagnostics).contains("closed to it"), isFolder) << path;
  }
}

TEST_F(SandboxedIncludes, OneBuildCannotReadTheFoldersOfAnother) {
  if (!hasLandlock()) GTEST_SKIP() << "this kernel has no Landlock";
  settings_.maxProcesses = 1;
  CompilerClient client(settings_);
  write("/inside/table", "");
  const std::string source = "#include \"" + base_ + "/inside/table\"";
  EXPECT_EQ(compile(client, source, {"-I" + base_ + "/inside"}).outcome, Outcome::Ok);
  EXPECT_EQ(compile(client, source, {"-I" + base_ + "/outside"}).outcome, Outcome::Rejected);
}

TEST_F(SandboxedIncludes, FoldersOfTheVariableAreRead) {
  settings_.readableFolders = {"/not/there", base_ + "/inside"};
  CompilerClient client(settings_);
  write("/inside/table", "");
  const CompileReply reply = compile(client, "#include \"" + base_ + "/inside/table\"");
  EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
}

// An idle process has rules for the folder that was removed.
TEST_F(SandboxedIncludes, FolderThatIsMadeAnewBetweenBuildsIsRead) {
  CompilerClient client(settings_);
  const std::string option = "-I" + base_ + "/inside";
  EXPECT_EQ(compile(client, "#include \"c.h\"", {option}).outcome, Outcome::Ok);
  fs::rename(base_ + "/inside", base_ + "/before");
  EXPECT_EQ(compile(client, "#include \"c.h\"", {option}).outcome, Outcome::Rejected);
  fs::create_directory(base_ + "/inside");
  write("/inside/c.h", "");
  const CompileReply reply = compile(client, "#include \"c.h\"", {option});
  EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
}

// It is compiled by several threads, linked through memory files, and dumped.
TEST_F(SandboxedIncludes, WholeBuildIsDumpedToItsFolderOnly) {
  for (const bool allowed : {true, false}) {
    const std::string folder = base_ + (allowed ? "/new/dump" : "/dump");
    settings_.process.writableFolder = allowed ? folder : "";
    if (!allowed) fs::create_directory(folder);
    CompilerClient client(settings_);
    CompileRequest request;
    request.goal = Goal::SourceToCode;
    request.source.text = "kernel void k(global float* a) { a[get_global_id(0)] = sin(a[1]); }";
    request.dumpStages = {"code"};
    request.dumpFolder = folder;
    const CompileReply reply = client.compile(encode(request));
    EXPECT_EQ(reply.outcome, Outcome::Ok) << buildLog(reply.diagnostics);
    if (!allowed && !hasLandlock()) continue;
    EXPECT_EQ(buildLog(reply.diagnostics).contains("stage dump not written"), !allowed)
        << buildLog(reply.diagnostics);
    EXPECT_EQ(fs::is_empty(folder), !allowed);
  }
}

}  // namespace
}  // namespace lanewise
