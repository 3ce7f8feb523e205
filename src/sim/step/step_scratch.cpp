#include "sim/step/step_scratch.h"

#include "sim/step/projectile_forecast.h"
#include "sim/step/projectile_steps.h"

namespace drover {

StepScratch::StepScratch()
    : projectiles(std::make_unique<ProjectileSteps>()), forecast(std::make_unique<ProjectileForecast>()) {}
StepScratch::StepScratch(StepScratch&&) noexcept = default;
StepScratch& StepScratch::operator=(StepScratch&&) noexcept = default;
StepScratch::~StepScratch() = default;

}  // namespace drover
