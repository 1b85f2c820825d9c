#pragma once

#if !__has_include(<curl/curl.h>)
#error "libcurl's headers are missing: apt-get install libcurl4-openssl-dev, or build without the trait CurlEngine"
#endif

#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075000
#error "libcurl 7.80 or newer is needed; with an older one build without the trait CurlEngine"
#endif

#include <errno.h>
#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

// What is variadic in C cannot be called from Swift: one wrapper for each class of argument.

static inline CURLcode ccurl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

/// libcurl copies the bytes before the call returns.
static inline CURLcode ccurl_set_bytes(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {.data = (void *)bytes, .len = count, .flags = CURL_BLOB_COPY};
    return curl_easy_setopt(easy, option, &blob);
}

/// Takes no URL but those of HTTP.
static inline CURLcode ccurl_allow_http_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// Leaves a look-up that goes on when its transfer is removed to the thread that does it, which then cleans up by itself.
///
/// Otherwise libcurl waits for it, and with it every other transfer. Before 7.87 there is no way around that.
static inline CURLcode ccurl_leave_lookups(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
    return CURLE_OK;
#endif
}

static inline int ccurl_close_in_children(void *context, curl_socket_t descriptor, curlsocktype purpose) {
    (void)context, (void)purpose;
    fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    return CURL_SOCKOPT_OK;
}

/// Keeps connections from the programs that the process starts, where they would stay open.
static inline CURLcode ccurl_keep_sockets_from_children(CURL *easy) {
    return curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, ccurl_close_in_children);
}

typedef size_t (*ccurl_data_function)(char *, size_t, size_t, void *);
typedef int (*ccurl_seek_function)(void *, curl_off_t, int);
typedef int (*ccurl_connected_function)(void *, char *, char *, int, int);

static inline CURLcode ccurl_set_data_function(CURL *easy, CURLoption option, ccurl_data_function function) {
    return curl_easy_setopt(easy, option, function);
}

static inline CURLcode ccurl_set_seek_function(CURL *easy, ccurl_seek_function function) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, function);
}

static inline CURLcode ccurl_set_connected_function(CURL *easy, ccurl_connected_function function) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}

static inline CURLcode ccurl_get_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode ccurl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return curl_easy_getinfo(easy, info, value);
}

typedef int (*ccurl_socket_function)(CURL *, curl_socket_t, int, void *, void *);
typedef int (*ccurl_timer_function)(CURLM *, long, void *);

static inline CURLMcode ccurl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode ccurl_multi_watch(
    CURLM *multi, ccurl_socket_function sockets, ccurl_timer_function timer, void *context
) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, sockets);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    return curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

/// The next transfer that has ended, or NULL.
static inline CURL *ccurl_multi_next_done(CURLM *multi, CURLcode *result) {
    int left;
    CURLMsg *message;
    while ((message = curl_multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *result = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

/// A descriptor that becomes readable when it is rung.
static inline int ccurl_make_bell(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}

static inline void ccurl_ring(int bell) {
    eventfd_write(bell, 1);
}

static inline void ccurl_silence(int bell) {
    eventfd_t count;
    eventfd_read(bell, &count);
}

// The union and the packed layout of epoll's event are left to C.

static inline int ccurl_make_epoll(void) {
    return epoll_create1(EPOLL_CLOEXEC);
}

static inline int ccurl_watch(int epoll, int descriptor, int what) {
    struct epoll_event event = {.data.fd = descriptor};
    if (what & CURL_POLL_IN) event.events |= EPOLLIN;
    if (what & CURL_POLL_OUT) event.events |= EPOLLOUT;
    if (!epoll_ctl(epoll, EPOLL_CTL_MOD, descriptor, &event)) return 0;
    return errno == ENOENT ? epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) : -1;
}

static inline void ccurl_unwatch(int epoll, int descriptor) {
    struct epoll_event event = {0};
    epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
}

typedef struct {
    int descriptor;
    int what;
} ccurl_ready;

/// Waits for at most this many milliseconds (-1: for ever) and tells which descriptors are ready for what.
static inline int ccurl_wait(int epoll, ccurl_ready *ready, int capacity, int milliseconds) {
    struct epoll_event events[64];
    int count = epoll_wait(epoll, events, capacity < 64 ? capacity : 64, milliseconds);
    for (int index = 0; index < count; index++) {
        unsigned what = events[index].events;
        ready[index].descriptor = events[index].data.fd;
        ready[index].what = (what & (EPOLLIN | EPOLLHUP) ? CURL_CSELECT_IN : 0)
            | (what & EPOLLOUT ? CURL_CSELECT_OUT : 0) | (what & EPOLLERR ? CURL_CSELECT_ERR : 0);
    }
    return count;
}
