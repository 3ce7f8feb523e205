#include "core/stop_scope.h"

#include <utility>

namespace drover {
namespace {

thread_local const std::function<bool()>* asked = nullptr;

}  // namespace

StopScope::StopScope(const std::function<bool()>& is_stopped) : outer_(std::exchange(asked, &is_stopped)) {}

StopScope::~StopScope() {
  asked = outer_;
}

void stop_if_asked() {
  if (asked != nullptr && *asked && (*asked)()) throw WorkStopped{};
}

}  // namespace drover
