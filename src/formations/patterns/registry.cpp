#include "formations/patterns/registry.h"

#include "formations/pattern.h"

namespace drover {

DROVER_KINDS(pattern_kinds, PatternKind, kLinePattern, kColumnPattern, kVPattern, kVeePattern, kWedgePattern,
             kFingerFourPattern, kEchelonPattern, kBoxPattern, kDiamondPattern, kDefensiveCirclePattern,
             kConcentricRingsPattern, kCustomPattern, kPlayPattern)

}  // namespace drover
