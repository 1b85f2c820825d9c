#pragma once

#if !__has_include(<zlib.h>)
#error "zlib's headers are missing: apt-get install zlib1g-dev, or build without the trait CurlEngine"
#endif

#include <zlib.h>
