// The formats, each defined in the file of its writer.
#pragma once

#include "observe/dataset/dataset_format.h"

namespace drover {

extern const DatasetFormat kCsv, kCsvZst, kJsonLines, kJsonLinesZst, kJupedsim, kPedpyText, kPedpyHdf5,
    kTrajnet, kEthUcy, kNpz;

}  // namespace drover
