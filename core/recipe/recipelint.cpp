// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/recipe/recipelint.h"

#include <QRegularExpression>

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
    {R"(\b(pkill|killall)\b[^\n;&|]*\bpython)",
     "It ends every Python on the worker: other people's, and editors' helpers. Freeing the TPU "
     "ends only what holds it."},
    {R"(\b(curl|wget)\b[^\n]*\|\s*(sudo\s+)?(ba|z|da)?sh\b)",
     "What comes over the network is run unseen. Load it into a file, compare its checksum, then "
     "run it."},
    {R"(\brm\b[^\n;&|]*/var/lib/(dpkg|apt)/[a-z/-]*lock)",
     "Deleting apt's locks can break its database. `-o DPkg::Lock::Timeout=600` waits for them."},
    {R"(\brm\b[^\n;&|]*libtpu_lockfile)",
     "The lock file may be in use. Freeing the TPU removes it when nobody holds the TPU."},
};

/// A program that a secret is an argument of shows it in ps; what the shell does itself does not.
QString secretWarning(const RecipeStep &step, const Parameter &secret)
{
    const QRegularExpression use(QStringLiteral("\\$\\{?R_%1\\b").arg(secret.name));
    static const QRegularExpression builtin(
        QStringLiteral("^\\s*(\\[|:|case|if \\[|test|printf|echo|[A-Za-z_][A-Za-z0-9_]*=)"));
    const QStringList lines = QString::fromUtf8(step.check + step.act).split(QLatin1Char('\n'));
    for (const QString &line : lines) {
        if (use.match(line).hasMatch() && !builtin.match(line).hasMatch()) {
            return QStringLiteral("The secret \"%1\" may be in a command line, which everybody on "
                                  "the worker can read. Hand it over by printf and a pipe.")
                .arg(secret.name);
        }
    }
    return {};
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
        const QString both = QString::fromUtf8(step.check + '\n' + step.act);
        for (const Rule &rule : Rules) {
            if (QRegularExpression(QLatin1String(rule.pattern)).match(both).hasMatch()) {
                add(QString::fromUtf8(rule.warning));
            }
        }
        for (const Parameter &parameter : recipe.parameters) {
            if (parameter.isSecret) {
                add(secretWarning(step, parameter));
            }
        }
    }
    return warnings;
}

} // namespace podium::recipe
