// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes a report from its site and the first execution that was found there.
#include "runtime/checks/check_reports.h"

#include "runtime/base/config.h"
#include "runtime/checks/check_mode.h"
#include "runtime/checks/check_site.h"
#include "runtime/checks/image_report.h"
#include "runtime/checks/live_objects.h"
#include "runtime/checks/report_file.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace lanewise {
namespace {

using abi::CheckedObject;

constexpr const char* kBenign = "benign-races";

std::atomic<CheckReports*> made{nullptr};

std::string plural(uint64_t count, const char* one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string inQuotes(std::string_view name) {
  return name.empty() ? "" : " '" + std::string(name) + "'";
}

std::string triple(const uint64_t (&ids)[3]) {
  return "(" + std::to_string(ids[0]) + ", " + std::to_string(ids[1]) + ", " +
         std::to_string(ids[2]) + ")";
}

/// The dimension of the launch that is `dim` of the program.
unsigned launchDimension(const KernelMetadata& kernel, unsigned dim) {
  if (dim == 0) return kernel.laneDimension;
  return dim == kernel.laneDimension ? 0 : dim;
}

std::string workItemText(const CheckFinding& finding, const CheckSite& site) {
  const std::string of = site.action.starts_with("asynchronous")
                             ? "  by the work-group of the work-item"
                             : "  by the work-item";
  std::string text = of + " with global id " + triple(finding.globalId);
  if (!finding.kernel.observesGroups) return text;
  uint64_t local[3], group[3];
  for (unsigned dim = 0; dim < 3; ++dim) {
    const unsigned at = launchDimension(finding.kernel, dim);
    const uint64_t id = finding.globalId[dim] - finding.launch.globalOffset[at];
    local[dim] = id % finding.launch.localSize[at];
    group[dim] = id / finding.launch.localSize[at];
  }
  return text + ", local id " + triple(local) + " in work-group " + triple(group);
}

/// What a pointer argument, or an address from memory, belongs to.
struct Object {
  std::string name;
  CheckedObject bounds = {};
  bool isKnown = false;
};

CheckedObject boundsOf(const CheckFinding& finding, size_t index) {
  CheckedObject bounds;
  std::memcpy(&bounds,
              static_cast<const std::byte*>(finding.launch.arguments) +
                  abi::checkedObjectOffset(finding.kernel.checkedObjects, index),
              sizeof bounds);
  return bounds;
}

/// The argument whose object a parameter of a function points into; -1 if there is none.
/// \pre the kernel has checked objects.
int argumentThatBegins(const CheckFinding& finding) {
  if (!finding.address) return -1;
  const uint64_t begin = reinterpret_cast<uintptr_t>(finding.address) - finding.offset;
  for (size_t i = 0; i < finding.kernel.arguments.size(); ++i)
    if (finding.kernel.arguments[i].kind == ArgumentKind::Pointer &&
        boundsOf(finding, i).base == begin)
      return static_cast<int>(i);
  return -1;
}

Object objectOf(const CheckFinding& finding, const CheckSite& site) {
  Object object{std::string(site.object)};
  if (finding.kernel.checkedObjects == 0 || site.object.find(" or ") != site.object.npos)
    return object;
  const bool isParameter = site.object.starts_with("parameter ");
  const int index = isParameter ? argumentThatBegins(finding) : argumentOf(site.object);
  if (index < 0 || size_t(index) >= finding.kernel.arguments.size()) return object;
  const KernelArgument& argument = finding.kernel.arguments[size_t(index)];
  if (isParameter) object.name += ", which is argument " + std::to_string(index);
  object.name += inQuotes(argument.name);
  object.bounds = boundsOf(finding, size_t(index));
  object.isKnown = true;
  const uint64_t bytes = std::max(object.bounds.readBytes, object.bounds.writeBytes);
  std::string what = LiveObjects::get().nameOf(reinterpret_cast<void*>(object.bounds.base));
  if (what.empty())
    what = (argument.kind == ArgumentKind::LocalPointer ? "local memory of " : "") +
           plural(bytes, "byte");
  object.name += " (" + what + ")";
  return object;
}

/// "index 16 is behind the 16 elements": for accesses of a size that divides the offset.
std::string whereText(const CheckFinding& finding, const CheckSite& site, const Object& object) {
  const int64_t offset = static_cast<int64_t>(finding.offset);
  std::string text = "  at offset " + std::to_string(offset);
  const size_t of = site.action.find(" of ");
  const int64_t size = of == site.action.npos ? 0 : std::atoll(site.action.data() + of + 4);
  if (site.action.starts_with("misaligned") && object.isKnown) {
    char base[32];
    std::snprintf(base, sizeof base, "%#llx", static_cast<unsigned long long>(object.bounds.base));
    return text + " of an object at " + base;
  }
  constexpr int64_t kMostElement = 128;
  if (size > kMostElement)
    text += " to " + std::to_string(offset + size - 1);
  else if (size > 1 && offset % size == 0)
    text += ", which is index " + std::to_string(offset / size) + " of elements of " +
            std::to_string(size) + " bytes";
  if (finding.address && object.isKnown) {
    const std::string there = LiveObjects::get().nameOf(finding.address);
    const bool isElsewhere =
        !there.empty() &&
        there != LiveObjects::get().nameOf(reinterpret_cast<void*>(object.bounds.base));
    if (isElsewhere) text += "; " + there + " is there";
  }
  return text;
}

std::string headText(const CheckFinding& finding, const CheckSite& site, const Object& object) {
  if (site.object == kImageObject)
    return std::string(site.kind) + ": " + imageHeadText(finding, site);
  const std::string action = std::string(site.kind) + ": " + std::string(site.action);
  if (site.kind.ends_with("races")) return action + " of " + object.name + " is in a race";
  if (site.action.starts_with("misaligned")) return action + " of " + object.name;
  if (site.kind != "memory") return action + (site.object.empty() ? "" : " " + object.name);
  const bool isWrite = !site.action.starts_with("read");
  const uint64_t base = object.bounds.base, readBytes = object.bounds.readBytes,
                 writeBytes = object.bounds.writeBytes;
  if (site.object == "a null pointer" ||
      (object.isKnown && base == 0 && readBytes + writeBytes == 0))
    return action + " through a null pointer" +
           (object.isKnown ? ", " + object.name.substr(0, object.name.rfind(" (")) : "");
  if (object.bounds.state == abi::kMappedForWriting ||
      (object.bounds.state == abi::kMappedForReading && isWrite))
    return action + " of " + object.name + ", which the host has mapped for " +
           (object.bounds.state == abi::kMappedForReading ? "reading" : "writing");
  if (object.bounds.state == abi::kFreedMemory)
    return action + " in shared virtual memory that was freed: " +
           object.name.substr(0, object.name.rfind(" ("));
  if (object.isKnown && isWrite && writeBytes == 0 && finding.offset < readBytes)
    return action + " to " + object.name + ", which kernels may only read";
  if (object.isKnown && !isWrite && readBytes == 0 && finding.offset < writeBytes)
    return action + " from " + object.name + ", which kernels may only write";
  const std::string there = finding.address ? LiveObjects::get().nameOf(finding.address) : "";
  if (!object.isKnown && there.starts_with("freed")) return action + " in " + there;
  return action + " outside of " + object.name;
}

std::string reportText(const CheckFinding& finding, const CheckSite& site) {
  const Object object = objectOf(finding, site);
  std::string text =
      headText(finding, site, object) + ", in kernel '" + finding.kernel.name + "'\n";
  if (site.object == kImageObject)
    text += texelText(finding) + "\n";
  else if (site.kind == "memory" || site.kind.ends_with("races"))
    text += whereText(finding, site, object) + "\n";
  text += workItemText(finding, site);
  for (size_t i = 0; i < site.places.size(); ++i) {
    text += (i == 0 ? "\n  at " : "\n  called at ") + std::string(site.places[i]);
    if (i == 0 && !site.line.empty()) text += "\n      " + std::string(site.line);
  }
  if (site.places.empty()) text += "\n  the program has no lines: build it from source or with -g";
  return text;
}

}  // namespace

CheckReports& CheckReports::get() {
  static CheckReports& reports = *[] {
    auto* all = new CheckReports;  // used while the process ends
    made.store(all, std::memory_order_release);
    return all;
  }();
  return reports;
}

// A function of atexit() would keep the library from being unloaded.
[[gnu::destructor]] static void summarizeReports() {
  CheckReports* reports = made.load(std::memory_order_acquire);
  if (reports && reports->isOfThisProcess()) reports->summarize();
}

const char* CheckReports::add(const CheckFinding& finding) {
  return addReport(
      {finding.kernel.name, finding.site, finding.site, parseCheckSite(finding.site).kind},
      [&](const CheckSite& site) { return reportText(finding, site); });
}

const char* CheckReports::addRace(const CheckFinding& finding, const EarlierAccess& earlier) {
  const bool benign = isBenign(earlier, parseCheckSite(finding.site).action);
  // Each pair of places is one report.
  std::string pair = std::string(finding.site) + '\n' + earlier.site + (benign ? "=" : "") +
                     earlier.otherLaunch.value_or("");
  return addReport({finding.kernel.name, finding.site, std::move(pair), benign ? kBenign : "races",
                    earlier.site},
                   [&](const CheckSite& site) {
                     return reportText(finding, site) + "\n" +
                            earlierText(earlier, finding.launch) +
                            (earlier.isEqual ? "\n  both write the same value" : "");
                   });
}

const char* CheckReports::addFree(const KernelMetadata& kernel, size_t argument,
                                  std::string_view object) {
  const std::string name = "argument " + std::to_string(argument);
  const std::string site = "memory\nfree\n" + name + "\n";
  return addReport({kernel.name, site.c_str(), site, "memory"}, [&](const CheckSite&) {
    return "memory: free of " + name + inQuotes(kernel.arguments[argument].name) + " (" +
           std::string(object) + ") while a launch uses it, in kernel '" + kernel.name +
           "'\n  by the application, which has not waited for the launch";
  });
}

template <class Text>
const char* CheckReports::addReport(Subject subject, Text text) {
  Lock lock(mutex_);
  const auto [at, isNew] = reports_.try_emplace({subject.kernel, std::move(subject.key)});
  Report& report = at->second;
  ++report.count;
  if (isNew) {
    report.kernel = subject.kernel;
    report.site = subject.site;
    report.kind = subject.kind;
    report.otherSite = subject.otherSite;
    CheckSite site = parseCheckSite(report.site);
    site.kind = report.kind;
    report.text = text(site);
    report.isSuppressed = isSuppressed(report.kernel, site);
    if (!report.isSuppressed) {
      inOrder_.push_back(&report);
      std::fprintf(stderr, "lanewise check: %s\n", report.text.c_str());
      writeFileLocked();
      if (report.kind != kBenign && !std::exchange(isDefective_, true))
        appendToSummaryLocked("report\n");
    }
  }
  const bool fails = checksFailCommands() && report.kind != kBenign;
  return report.isSuppressed || !fails ? nullptr : report.text.c_str();
}

void CheckReports::begin() {
  Lock lock(mutex_);
  if (std::exchange(hasBegun_, true)) return;
  checksFailCommands();  // prints a wrong mode
  printWrongRules();
  writeFileLocked();
  appendToSummaryLocked("checked\n");
}

void CheckReports::appendToSummaryLocked(const char* line) {
  const std::string& path = config().checkSummary;
  if (path.empty()) return;
  std::FILE* file = std::fopen(path.c_str(), "ae");
  const bool isWritten = file && std::fputs(line, file) >= 0;
  if ((file && std::fclose(file) != 0) || !isWritten)
    std::fprintf(stderr, "lanewise: LANEWISE_CHECK_SUMMARY: '%s' cannot be written: %s\n",
                 path.c_str(), std::strerror(errno));
}

void CheckReports::writeFileLocked() {
  const std::string path = reportPath(config().checkReport, process_);
  if (path.empty() || fileFailed_) return;
  std::vector<ReportRow> rows;
  rows.reserve(inOrder_.size());
  for (const Report* report : inOrder_)
    rows.push_back({report->kernel, report->kind, report->text, parseCheckSite(report->site),
                    parseCheckSite(report->otherSite), report->count});
  const std::string problem = writeReportFile(path, rows);
  if (problem.empty()) return;
  fileFailed_ = true;
  std::fprintf(stderr, "lanewise: LANEWISE_CHECK_REPORT: '%s' cannot be written: %s\n",
               path.c_str(), problem.c_str());
}

void CheckReports::summarize() {
  Lock lock(mutex_);
  if (reports_.empty()) return;
  uint64_t count = 0;
  for (const Report* report : inOrder_) count += report->count;
  const size_t suppressed = reports_.size() - inOrder_.size();
  std::fprintf(stderr, "lanewise check: %s, found %s%s\n",
               plural(inOrder_.size(), "report").c_str(), plural(count, "time").c_str(),
               suppressed ? (", and " + std::to_string(suppressed) + " suppressed").c_str() : "");
  writeFileLocked();  // with all counts
}

}  // namespace lanewise
