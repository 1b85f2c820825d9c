// A package's own build compiles every C target, whether or not anything uses it: without the trait there is nothing here.
#ifdef CURL_ENGINE
#include "ccurl.h"
#endif
