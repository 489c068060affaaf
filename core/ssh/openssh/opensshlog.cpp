// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/ssh/openssh/opensshlog.h"

#include "core/ssh/failures.h"
#include "core/ssh/keys/hostkeycheck.h"
#include "core/ssh/plaintext.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace podium::ssh {

namespace {

/// Enough for what matters; a proxy that talks on is not listened to.
constexpr int MostErrors = 16 * 1024;
constexpr int MostComplaints = 100;
constexpr int LongestLine = 16 * 1024;
/// A connection has two or three channels; who talks of more makes them up.
constexpr int MostSignalled = 100;

/// What ssh says of these, in English always: it does not ask for its user's language, as we do, so
/// our own strerror() is no match.
struct NetworkWords
{
    int number;
    const char *words;
};
constexpr std::array<NetworkWords, 5> networkWords = {
    {{ECONNREFUSED, "Connection refused"},
     {EHOSTUNREACH, "No route to host"},
     {ENETUNREACH, "Network is unreachable"},
     {ETIMEDOUT, "Connection timed out"},
     {EACCES, "Permission denied"}}};

/// What ssh says at these levels without complaining.
bool isNews(const QByteArray &line)
{
    static const std::array<const char *, 5> news = {
        "Authenticated to ", "Warning: Permanently added ",
        "Transferred: ", "Bytes per second: ", "Killed by signal "};
    return std::any_of(
        news.begin(), news.end(), [&line](const char *words) { return line.startsWith(words); });
}

QByteArray lastLine(const QByteArray &text)
{
    QByteArray last;
    for (const QByteArray &line : text.split('\n')) {
        last = line.trimmed().isEmpty() ? last : line.trimmed();
    }
    return last;
}

/// The channel of "client_input_channel_req: channel 2 rtype exit-signal reply 0".
std::optional<std::uint32_t> signalledChannel(const QByteArray &text)
{
    static const QByteArray head = "client_input_channel_req: channel ";
    if (!text.startsWith(head) || !text.contains(" rtype exit-signal ")) {
        return std::nullopt;
    }
    bool isNumber = false;
    const uint channel = text.mid(head.size()).split(' ').first().toUInt(&isNumber);
    return isNumber ? std::optional<std::uint32_t>(channel) : std::nullopt;
}

} // namespace

void OpensshLog::appendLog(const QByteArray &bytes)
{
    m_rest += bytes;
    int begin = 0;
    for (int end = m_rest.indexOf('\n'); end >= 0; end = m_rest.indexOf('\n', begin)) {
        readLine(m_rest.mid(begin, end - begin).trimmed());
        begin = end + 1;
    }
    m_rest.remove(0, begin); // once: a flood of short lines costs no more than its bytes
    m_rest.truncate(LongestLine);
}

void OpensshLog::appendErrors(const QByteArray &bytes)
{
    m_errors.append(bytes);
    m_errors = m_errors.right(MostErrors);
}

void OpensshLog::readLine(const QByteArray &line)
{
    static const QByteArray debug = "debug1: ";
    m_hasBegun = true;
    if (!line.startsWith(debug)) {
        m_hasLearnedKey = m_hasLearnedKey || line.startsWith("Warning: Permanently added 'worker'");
        if (!line.isEmpty() && !line.startsWith("debug") && !isNews(line) &&
            m_complaints.size() < MostComplaints) {
            m_complaints << line;
        }
        return;
    }
    const QByteArray text = line.mid(debug.size());
    Step step = m_step;
    if (text.startsWith("Connection established")) {
        step = Step::Connecting;
    } else if (text.startsWith("Remote protocol version ")) {
        step = Step::Greeted;
    } else if (text.startsWith("SSH2_MSG_KEXINIT sent")) {
        step = Step::KeyExchange;
    } else if (text.startsWith("Server host key: ")) {
        m_shownKey = plainText(text.mid(int(std::strlen("Server host key: "))));
    } else if (text.startsWith("SSH2_MSG_SERVICE_ACCEPT received")) {
        step = Step::Login;
    } else if (text.startsWith("Entering interactive session")) {
        step = Step::Ready;
    } else if (const auto channel = signalledChannel(text);
               channel && m_signalled.size() < MostSignalled) {
        m_signalled << *channel;
    }
    m_step = std::max(m_step, step); // keys are exchanged again from time to time
}

QString OpensshLog::find(const char *words) const
{
    for (const QByteArray &line : m_complaints) {
        if (line.contains(words)) {
            return plainText(line);
        }
    }
    return {};
}

bool OpensshLog::hasRefusedOption(const char *name) const
{
    // Before it opens its log nobody else has a say: no proxy has been started.
    return !m_hasBegun && m_errors.startsWith("command-line: ") &&
           m_errors.toLower().contains(QByteArray("bad configuration option: ") + name);
}

QString OpensshLog::lastProblem() const
{
    return plainText(m_complaints.isEmpty() ? lastLine(m_errors) : m_complaints.last());
}

Ending OpensshLog::failure(const Endpoint &endpoint, const QList<HostKey> &known) const
{
    if (const QString text = find("no matching host key type"); !text.isEmpty()) {
        return Refused{
            known.isEmpty() ? noCommonAlgorithm(endpoint, text)
                            : noKnownKeyShown(endpoint, known, text)};
    }
    if (const QString text = find("Unable to negotiate"); !text.isEmpty()) {
        return Refused{noCommonAlgorithm(endpoint, text)};
    }
    if (!find("Host key verification failed").isEmpty()) {
        return Refused{otherKeyShown(endpoint, known, m_shownKey)};
    }
    if (const QString text = find("Permission denied ("); !text.isEmpty()) {
        return Refused{loginRefused(endpoint, text)};
    }
    if (m_step == Step::Login) {
        const QString text = lastProblem();
        const bool isToldToGo = !find("isconnect").isEmpty() || !find("Too many").isEmpty();
        return isToldToGo ? Ending(Refused{disconnectedAtLogin(endpoint, text)})
                          : Unreachable{brokeBeforeCommand(endpoint, text)};
    }
    for (const char *words :
         {"onfiguration option", "Bad owner or permissions", "line ", "Too many levels"}) {
        if (const QString text = find(words); m_step == Step::Connecting && !text.isEmpty()) {
            return Refused{sshNotUsable(endpoint, text)};
        }
    }
    return networkFailure(endpoint);
}

Ending OpensshLog::networkFailure(const Endpoint &endpoint) const
{
    if (const QString text = find("Could not resolve hostname"); !text.isEmpty()) {
        return Unreachable{nameNotFound(endpoint, text.section(QStringLiteral(": "), -1))};
    }
    if (const QString text = find("connect to host"); !text.isEmpty()) {
        for (const auto &[number, words] : networkWords) {
            if (text.endsWith(QLatin1String(words))) {
                return Unreachable{cannotConnect(endpoint, number)};
            }
        }
    }
    // What stands on stderr was said by whoever goes before the worker.
    if (!m_errors.trimmed().isEmpty()) {
        return Unreachable{wayFailed(endpoint, plainText(lastLine(m_errors)))};
    }
    if (m_step >= Step::Greeted) {
        return Unreachable{brokeBeforeCommand(endpoint, lastProblem())};
    }
    return Unreachable{noSshServer(endpoint, lastProblem())};
}

} // namespace podium::ssh
