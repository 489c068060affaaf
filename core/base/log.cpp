// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/base/log.h"

#include "core/base/descriptor.h"
#include "core/base/files.h"

#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/null_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <QFileInfo>
#include <QRegularExpression>

#include <cstdio>
#include <fcntl.h>
#include <mutex>
#include <vector>

namespace podium {

namespace {

constexpr std::size_t MaxLogFileBytes = 4 * 1024 * 1024;
constexpr std::size_t LogFilesKept = 3;

/// Passes every line on with secrets taken out.
class RedactingSink final : public spdlog::sinks::base_sink<std::mutex>
{
public:
    explicit RedactingSink(std::vector<spdlog::sink_ptr> targets) : m_targets(std::move(targets)) {}

protected:
    void sink_it_(const spdlog::details::log_msg &message) override
    {
        const QString text = QString::fromUtf8(message.payload.data(), int(message.payload.size()));
        const std::string clean = redact(text).toStdString();
        spdlog::details::log_msg copy = message;
        copy.payload = spdlog::string_view_t(clean.data(), clean.size());
        for (const auto &target : m_targets) {
            target->log(copy);
        }
    }
    void flush_() override
    {
        for (const auto &target : m_targets) {
            target->flush();
        }
    }

private:
    std::vector<spdlog::sink_ptr> m_targets;
};

void qtMessage(QtMsgType type, const QMessageLogContext &, const QString &text)
{
    const auto level = type == QtDebugMsg     ? spdlog::level::debug
                       : type == QtInfoMsg    ? spdlog::level::info
                       : type == QtWarningMsg ? spdlog::level::warn
                                              : spdlog::level::err;
    logger("qt")->log(level, "{}", text.toStdString());
}

/// Makes each file first, also after the full one was put aside: spdlog would make it with the
/// umask's mode, and the umask is all threads'.
spdlog::file_event_handlers privateFiles()
{
    spdlog::file_event_handlers handlers;
    handlers.before_open = [](const spdlog::filename_t &name) {
        const Descriptor fd(
            ::open(name.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600));
    };
    return handlers;
}

std::vector<spdlog::sink_ptr> makeSinks(const LogOptions &options)
{
    std::vector<spdlog::sink_ptr> sinks;
    if (options.toStderr) {
        sinks.push_back(std::make_shared<spdlog::sinks::stderr_sink_mt>());
    }
    if (!options.file.isEmpty() && makePrivateFolder(QFileInfo(options.file).path())) {
        try {
            sinks.push_back(std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
                options.file.toStdString(), MaxLogFileBytes, LogFilesKept, false, privateFiles()));
        } catch (const spdlog::spdlog_ex &error) {
            // A log that cannot be written must not keep the program from its job.
            std::fprintf(stderr, "podium: no log file: %s\n", error.what());
        }
    }
    return sinks;
}

} // namespace

void startLogging(const LogOptions &options)
{
    auto sink = std::make_shared<RedactingSink>(makeSinks(options));
    auto root = std::make_shared<spdlog::logger>("podium", sink);
    root->set_level(options.verbose ? spdlog::level::debug : spdlog::level::info);
    root->set_pattern("%Y-%m-%dT%H:%M:%S.%eZ %-5l %n: %v", spdlog::pattern_time_type::utc);
    root->flush_on(spdlog::level::warn);
    // Once, and in a sentence: spdlog's own is a line of its insides for each that is not written.
    root->set_error_handler([](const std::string &) {
        static std::once_flag once;
        std::call_once(once, [] {
            std::fputs("podium: the log cannot be written; is the disk full?\n", stderr);
        });
    });
    spdlog::set_default_logger(root);
    qInstallMessageHandler(qtMessage);
}

std::shared_ptr<spdlog::logger> logger(const char *room)
{
    static std::mutex mutex;
    const std::lock_guard<std::mutex> lock(mutex);
    if (auto known = spdlog::get(room)) {
        return known;
    }
    const auto root = spdlog::default_logger();
    // spdlog's own default writes to stdout, which belongs to the program's results.
    const bool started = root && root->name() == "podium";
    auto made = started ? root->clone(room)
                        : std::make_shared<spdlog::logger>(
                              room, std::make_shared<spdlog::sinks::null_sink_mt>());
    if (started) {
        spdlog::register_logger(made);
    }
    return made;
}

QString redact(const QString &text)
{
    static const QRegularExpression pattern(QStringLiteral(
        R"((?:Bearer\s+[^\s"',;]+)"
        R"(|ya29\.[A-Za-z0-9._-]+)"
        R"(|\b1//[A-Za-z0-9._-]{20,})"
        R"(|\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9._-]+)"
        R"(|-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\z))"
        R"(|(?:refresh_token|access_token|client_secret|private_key|assertion|id_token)["']?\s*[=:]\s*["']?[^\s"'&,}]+))"));
    QString clean = text;
    clean.replace(pattern, QStringLiteral("[redacted]"));
    return clean;
}

} // namespace podium
