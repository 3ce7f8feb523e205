// How long work without steps, such as placing agents, learns that it is to be stopped. It lies deep within
// calls that know nothing of the run they belong to, so the question belongs to the thread and not to their
// arguments.
#pragma once

#include <functional>

#include "core/worker_pool.h"

namespace drover {

// While it lives, `is_stopped`, which outlives it, is what stop_if_asked() of this thread asks. Of scopes
// within each other the innermost counts.
class StopScope {
 public:
  explicit StopScope(const std::function<bool()>& is_stopped);
  ~StopScope();
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

 private:
  const std::function<bool()>* outer_;
};

// Throws WorkStopped where the scope of this thread says so. Never without a scope.
void stop_if_asked();

}  // namespace drover
