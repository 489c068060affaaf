// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0

// Part of podiumctl where it is built with AddressSanitizer, which asks this for its options. Tests
// start it thousands of times: the limits of each constant (report_globals), and who called whoever
// allocates, are a quarter of that time. The rooms that it is made of are tested with both, as
// libraries.
extern "C" const char *__asan_default_options();
extern "C" const char *__asan_default_options()
{
    return "report_globals=0:malloc_context_size=10";
}
