#include "observe/divergence.h"
