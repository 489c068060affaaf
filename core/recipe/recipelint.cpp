// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipelint.h"

#include "core/recipe/shellcommands.h"

#include <QRegularExpression>

#include <algorithm>

namespace podium::recipe {

namespace {

struct Rule
{
    const char *pattern;
    const char *warning;
};

constexpr Rule Rules[] = {
    {R"(\bapt(-get)?\b[^\n;&|]*\s(upgrade|dist-upgrade|full-upgrade)\b)",
     "A blanket upgrade can bring a kernel without the TPU's driver. Install what you need by "
     "name."},
    {R"(\b(pkill|killall)\b[^\n;&|]*\bpython)"
     R"(|\bkill\b[^\n;&|]*(\$\(|`)\s*(pgrep|pidof)\b[^\n;&|]*\bpython)"
     R"(|\b(pgrep|pidof|grep)\b[^\n;&]*\bpython[^\n;&]*\bxargs\b[^\n;&|]*\bkill\b)",
     "It ends every Python on the worker: other people's, and editors' helpers. Freeing the TPU "
     "ends only what holds it."},
    {R"(\b(curl|wget)\b[^\n]*\|\s*((sudo|env)\s+([^\n;&|]*\s)?)?(\S*/)?(ba|z|da|k)?sh\b)"
     R"(|(\b((ba|z|da|k)?sh|source)|(^|[\s;&|])\.)\s[^\n;&|]*<\(\s*(curl|wget)\b)"
     R"(|\b((ba|z|da|k)?sh\s+(-\S+\s+)*-\w*c|eval)\s+["']?(\$\(|`)\s*(curl|wget)\b)",
     "What comes over the network is run unseen. Load it into a file, compare its checksum, then "
     "run it."},
    {R"(\brm\b[^\n;&|]*/var/lib/(dpkg|apt)/[a-z/-]*lock)",
     "Deleting apt's locks can break its database. `-o DPkg::Lock::Timeout=600` waits for them."},
    {R"(\brm\b[^\n;&|]*libtpu_lockfile)",
     "The lock file may be in use. Freeing the TPU removes it when nobody holds the TPU."},
};

/// Of the shell itself: their arguments are in no process's command line.
bool isBuiltin(const QByteArray &program)
{
    static const QByteArrayList builtins{"",         "[",    ":",    "test", "printf",
                                         "echo",     "case", "read", "for",  "local",
                                         "readonly", "set",  "unset"};
    return builtins.contains(program);
}

/// A program that a secret is an argument of shows it in ps, and one that gets it by its
/// environment hands that on; what the shell does itself does not.
QString secretWarning(const std::vector<ShellCommand> &commands, const Parameter &secret)
{
    const QRegularExpression use(QStringLiteral("\\$\\{?R_%1\\b").arg(secret.name));
    const bool isShown =
        std::any_of(commands.begin(), commands.end(), [&use](const ShellCommand &command) {
            return !isBuiltin(command.program) &&
                   use.match(QString::fromUtf8(command.text)).hasMatch();
        });
    return isShown
               ? QStringLiteral("The secret \"%1\" may be in a command line, which everybody on "
                                "the worker can read, or in a program's environment. Hand it "
                                "over by printf and a pipe.")
                     .arg(secret.name)
               : QString();
}

std::vector<ShellCommand> allCommandsOf(const RecipeStep &step)
{
    std::vector<ShellCommand> all = commandsOf(step.check);
    const std::vector<ShellCommand> act = commandsOf(step.act);
    all.insert(all.end(), act.begin(), act.end());
    return all;
}

} // namespace

QStringList lint(const Recipe &recipe)
{
    QStringList warnings;
    for (const RecipeStep &step : recipe.steps) {
        const auto add = [&](const QString &text) {
            if (!text.isEmpty()) {
                warnings << QStringLiteral("Line %1, \"%2\": %3")
                                .arg(QString::number(step.line), step.title, text);
            }
        };
        const std::vector<ShellCommand> commands = allCommandsOf(step);
        const QString both = QString::fromUtf8(step.check + '\n' + step.act);
        for (const Rule &rule : Rules) {
            if (QRegularExpression(QLatin1String(rule.pattern)).match(both).hasMatch()) {
                add(QString::fromUtf8(rule.warning));
            }
        }
        for (const Parameter &parameter : recipe.parameters) {
            if (parameter.isSecret) {
                add(secretWarning(commands, parameter));
            }
        }
    }
    return warnings;
}

bool usesSudo(const Recipe &recipe)
{
    return std::any_of(recipe.steps.begin(), recipe.steps.end(), [](const RecipeStep &step) {
        const std::vector<ShellCommand> commands = allCommandsOf(step);
        return std::any_of(commands.begin(), commands.end(), [](const ShellCommand &command) {
            return command.program == "sudo";
        });
    });
}

} // namespace podium::recipe
