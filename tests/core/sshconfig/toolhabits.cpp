// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "tests/core/sshconfig/toolhabits.h"

#include <QList>

namespace podium::tests {

namespace {

QByteArrayList linesOf(const QByteArray &config)
{
    return config.split('\n');
}

/// Adds its Include at line 1 unless the exact line stands before the first line that contains
/// "Host", comments too; strips the whole file.
QByteArray skyPilot(const QByteArray &config)
{
    const QByteArray include = "Include ~/.sky/generated/ssh/*";
    const QByteArray stripped = config.trimmed();
    for (const QByteArray &line : linesOf(stripped)) {
        if (line.trimmed() == include) {
            return config;
        }
        if (line.contains("Host")) {
            break;
        }
    }
    return "# Added by SkyPilot for ssh config of all clusters\n" + include + "\n\n" + stripped +
           '\n';
}

/// Replaces its section in place, or appends it at the end after a blank line.
QByteArray gcloud(const QByteArray &config)
{
    const QByteArray begin = "# Google Compute Engine Section";
    const QByteArray end = "# End of Google Compute Engine Section";
    const QByteArray section =
        begin +
        "\n#\n# The following has been auto-generated\n#\nHost vm-1.zone.lab\n"
        "    HostName 34.0.0.7\n    HostKeyAlias=compute.1\n\n" +
        end + '\n';
    QByteArray text = config;
    text.replace("\r\n", "\n");
    const int at = text.indexOf(begin);
    if (at >= 0) {
        const int stop = text.indexOf(end, at) + end.size();
        return text.left(at) + section +
               text.mid(text.mid(stop).startsWith('\n') ? stop + 1 : stop);
    }
    while (!text.isEmpty() && !text.endsWith("\n\n")) {
        text += '\n';
    }
    return text + section;
}

/// At line 1; never again once it is there.
QByteArray orbStack(const QByteArray &config)
{
    const QByteArray include = "Include ~/.orbstack/ssh/config";
    if (config.contains(include)) {
        return config;
    }
    return "# Added by OrbStack: 'orb' SSH host for Linux machines\n"
           "# This only works if it's at the top of ssh_config (before any Host blocks).\n"
           "# This won't be added again if you remove it.\n" +
           include + "\n\n" + config;
}

/// Takes its block out (to the end of the file where the end mark is lost), and puts it before the
/// first line that starts with "Host", minus the comments that touch that; loses the last newline.
QByteArray devPod(const QByteArray &config)
{
    const QByteArray start = "# DevPod Start work.devpod";
    const QByteArray end = "# DevPod End work.devpod";
    QByteArrayList lines;
    bool isInside = false;
    for (const QByteArray &line : linesOf(config)) {
        isInside = isInside || line == start;
        if (!isInside) {
            lines << line;
        }
        isInside = isInside && line != end;
    }
    while (!lines.isEmpty() && lines.back().isEmpty()) {
        lines.removeLast();
    }
    int at = 0;
    while (at < lines.size() && !lines[at].startsWith("Host")) {
        ++at;
    }
    while (at > 0 && at < lines.size() && lines[at - 1].startsWith('#')) {
        --at;
    }
    const QByteArrayList block = {
        start,
        "Host work.devpod",
        "  ForwardAgent yes",
        "  ProxyCommand devpod ssh --stdio work",
        "  User vscode",
        end};
    for (int i = 0; i < block.size(); ++i) {
        lines.insert(at + i, block[i]);
    }
    return lines.join('\n');
}

/// Cuts from its first mark to its last, trims, and puts itself at line 1.
QByteArray gitpod(const QByteArray &config)
{
    const QByteArray start = "## START GITPOD INTEGRATION";
    const QByteArray end = "## END GITPOD INTEGRATION";
    QByteArray text = config;
    const int from = text.indexOf(start);
    const int to = text.lastIndexOf(end);
    if (from >= 0 && to > from) {
        text.remove(from, to + end.size() - from);
    }
    return start +
           "\n## This section is managed by Gitpod. Any manual changes will be lost.\n"
           "Include \"code_gitpod.d/config\"\n" +
           end + "\n\n" + text.trimmed();
}

/// Keeps its Include above the first Host or Match; found lower, it goes back to line 1.
QByteArray coder(const QByteArray &config)
{
    const QByteArray include = "Include coder";
    QByteArrayList lines = linesOf(config);
    const int at = lines.indexOf(include);
    int block = 0;
    while (block < lines.size() && !lines[block].startsWith("Host ") &&
           !lines[block].startsWith("Match ")) {
        ++block;
    }
    if (at >= 0 && at < block) {
        return config;
    }
    if (at >= 0) {
        lines.removeAt(at);
    }
    lines.prepend(include);
    return lines.join('\n');
}

} // namespace

std::vector<ToolHabit> toolHabits()
{
    return {
        {"SkyPilot", skyPilot, "Include ~/.sky/generated/ssh/*"},
        {"gcloud", gcloud, "Host vm-1.zone.lab"},
        {"OrbStack", orbStack, "Include ~/.orbstack/ssh/config"},
        {"DevPod", devPod, "Host work.devpod"},
        {"Gitpod", gitpod, "Include \"code_gitpod.d/config\""},
        {"Coder", coder, "Include coder"},
    };
}

} // namespace podium::tests
