// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "app/manual/helptext.h"
#include "app/podiumctl/commandtree.h"
#include "app/podiumctl/subcommands.h"
#include "app/podiumctl/topics.h"
#include "core/files/place.h"
#include "core/inventory/targets.h"
#include "core/recipe/recipe.h"
#include "tests/fakes/nodes.h"

#include <CLI/CLI.hpp>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

using namespace podium;
using namespace podium::ctl;

namespace {

/// The nodes of the demo, with their types and labels.
inventory::Snapshot demoNodes()
{
    QFile file(QStringLiteral(PODIUM_SOURCE_DIR "/resources/demo/demo.json"));
    inventory::Snapshot snapshot;
    if (!file.open(QIODevice::ReadOnly)) {
        return snapshot;
    }
    const QJsonObject demo = QJsonDocument::fromJson(file.readAll()).object();
    for (const QJsonValue &project : demo["projects"].toArray()) {
        const QByteArray id = project["id"].toString().toLatin1();
        for (const QJsonValue &node : project["nodes"].toArray()) {
            const QByteArray zone = node["zone"].toString().toLatin1();
            const QByteArray type = node["acceleratorType"].toString().toLatin1();
            const tests::NodeSketch sketch{
                .project = id.constData(),
                .zone = zone.constData(),
                .name = node["name"].toString(),
                .type = type.constData()};
            inventory::NodeEntry entry = tests::nodeEntry(sketch);
            const QJsonObject labels = node["labels"].toObject();
            for (auto label = labels.begin(); label != labels.end(); ++label) {
                entry.node.labels.insert(label.key(), label.value().toString());
            }
            snapshot.nodes.push_back(entry);
        }
    }
    std::sort(snapshot.nodes.begin(), snapshot.nodes.end(), [](const auto &a, const auto &b) {
        return a.node.ref < b.node.ref;
    });
    return snapshot;
}

void addHelp(QMap<QString, QString> &texts, const CLI::App &app, const QString &path)
{
    texts.insert(path, QString::fromStdString(app.help()));
    for (const CLI::App *each : app.get_subcommands([](const CLI::App *) { return true; })) {
        addHelp(texts, *each, path + ' ' + QString::fromStdString(each->get_name()));
    }
}

/// Those that do something without another word behind.
void addRunnable(QStringList &paths, const CLI::App &app, const QString &path)
{
    for (const CLI::App *each : app.get_subcommands([](const CLI::App *) { return true; })) {
        const QString longer = path + ' ' + QString::fromStdString(each->get_name());
        if (each->get_require_subcommand_min() == 0 && !each->get_group().empty()) {
            paths << longer;
        }
        addRunnable(paths, *each, longer);
    }
}

/// All that podiumctl says of itself, by where it says it.
QMap<QString, QString> helpTexts()
{
    const std::vector<Subcommand> subcommands = allSubcommands();
    CommandTree tree(subcommands);
    QMap<QString, QString> texts;
    addHelp(texts, tree.app(), QStringLiteral("podiumctl"));
    for (const Topic &topic : allTopics()) {
        texts.insert(
            "help " + QString::fromStdString(topic.name), QString::fromStdString(topic.text));
    }
    return texts;
}

/// The words for many nodes in a text, but for what is jq's own; of forms, a word of that form.
QStringList selectorsIn(QString text)
{
    static const QRegularExpression forJq(QStringLiteral(R"(\| *jq .*)"));
    static const QRegularExpression selector(
        QStringLiteral("(?:^|[\\s'\"(-])(@[A-Za-z][^\\s'\",;)|]*)"));
    static const QRegularExpression endOfSentence(QStringLiteral("[.:]+$"));
    QStringList words;
    for (auto found = selector.globalMatch(text.remove(forJq)); found.hasNext();) {
        QString word = found.next().captured(1).remove(endOfSentence);
        words << word.replace(QLatin1String("LABEL=VALUE"), QLatin1String("team=vision"))
                     .replace(QLatin1String("=TYPE"), QLatin1String("=v4-64"));
    }
    return words;
}

/// What the text on the format shows, but for its example: each "#: …", and each type as a
/// parameter's.
QStringList linesOfTheFormat(const QString &text)
{
    static const QRegularExpression shown(QStringLiteral("^  (#: )?([a-z]+.*)$"));
    QStringList lines;
    bool isOfTypes = false;
    for (const QString &line : text.section(QStringLiteral("\nEXAMPLE\n"), 0, 0).split('\n')) {
        isOfTypes = line.isEmpty() ? false : isOfTypes || line.startsWith(QLatin1String("TYPE "));
        const auto match = shown.match(line);
        const QString word = match.captured(2).section(QStringLiteral("  "), 0, 0);
        if (!match.captured(1).isEmpty()) {
            lines << QString("#: " + word);
        } else if (isOfTypes && match.hasMatch()) {
            lines << QString("#: parameter NAME " + word);
        }
    }
    return lines;
}

/// "on all|first" is two lines; so is "number [MIN..MAX]", without and with what is in brackets.
QStringList variantsOf(const QString &line)
{
    static const QRegularExpression bracket(QStringLiteral(" \\[([^\\]]*)\\]"));
    const QString word = line.section(' ', 1, 1);
    const QString plain = QString(line).remove(bracket);
    QStringList variants;
    for (const QString &choice : plain.section(' ', 2).split('|')) {
        variants << QString("#: " + word + ' ' + choice).trimmed();
    }
    for (auto found = bracket.globalMatch(line); found.hasNext();) {
        for (const QString &choice : found.next().captured(1).split('|')) {
            if (choice != QLatin1String("TYPE")) { // each has a line of its own
                variants << QString(plain + ' ' + choice);
            }
        }
    }
    return variants;
}

/// A whole recipe with that line in it, where the words in capitals stand for something.
QString recipeWith(QString line)
{
    static const std::pair<const char *, const char *> Meant[] = {
        {"NAME", "tools"}, {"TEXT", "some"},        {"SECONDS", "30"},     {"TITLE", "One"},
        {"PATH", "~/x"},   {"HOST", "example.org"}, {"MIN..MAX", "1..64"}, {"PATTERN", "[a-z]+"}};
    for (const auto &[placeholder, value] : Meant) {
        line.replace(QLatin1String(placeholder), QLatin1String(value));
    }
    const QString word = line.section(' ', 1, 1);
    QStringList lines{
        "#: recipe tools",
        "#: purpose Some tools",
        "#: parameter token secret",
        "#: step One",
        "#: check",
        "true",
        "#: act",
        "true"};
    const auto same = std::find_if(lines.begin(), lines.end(), [&word](const QString &each) {
        return each.section(' ', 1, 1) == word;
    });
    if (same != lines.end() && word != QLatin1String("parameter")) {
        *same = line;
    } else {
        lines.insert(lines.indexOf("#: step One"), line);
    }
    return lines.join('\n') + '\n';
}

/// Of TARGET:DIR, the target.
QString targetOf(const QString &path, const QString &word)
{
    const bool isPlace =
        path == QLatin1String("podiumctl copy") || path == QLatin1String("podiumctl fetch");
    const auto place = files::parsePlace(word.toUtf8());
    return isPlace && place ? place->target : word;
}

} // namespace

/// What all help texts have to keep to.
class TestCtlHelpTexts final : public QObject
{
    Q_OBJECT

private slots:
    void selectorsOfTheHelpNameNodes();
    void eachSubcommandHasAnExample();
    void formatOfRecipesIsWhatIsRead();
    void exitStatusesAreInOrder();
    void topicsBeginWithASentence();
};

void TestCtlHelpTexts::selectorsOfTheHelpNameNodes()
{
    const inventory::Snapshot snapshot = demoNodes();
    QVERIFY(snapshot.nodes.size() > 5);
    const QMap<QString, QString> texts = helpTexts();
    QSet<QString> seen;
    for (auto text = texts.begin(); text != texts.end(); ++text) {
        for (const QString &word : selectorsIn(text.value())) {
            const auto found = inventory::resolveTargets(snapshot, {targetOf(text.key(), word)});
            QVERIFY2(
                found && !found->empty(),
                qPrintable(
                    text.key() + ": " + word + ": " + (found ? QString() : found.error().text())));
            seen.insert(text.key() + ' ' + word);
        }
    }
    for (const char *known :
         {"podiumctl copy @all:data", "podiumctl delete @team=vision", "podiumctl run @type=v4-64",
          "podiumctl people grant @team=vision", "help targets @team=vision"}) {
        QVERIFY2(seen.contains(QLatin1String(known)), known);
    }
}

/// tst_ctlexamples runs them.
void TestCtlHelpTexts::eachSubcommandHasAnExample()
{
    const std::vector<Subcommand> subcommands = allSubcommands();
    CommandTree tree(subcommands);
    QStringList runnable{QStringLiteral("podiumctl")};
    addRunnable(runnable, tree.app(), QStringLiteral("podiumctl"));
    QVERIFY(runnable.size() > 60);
    const QMap<QString, QString> texts = helpTexts();
    QStringList lacking;
    for (const QString &path : runnable) {
        const QString examples = texts[path].section(QStringLiteral("\nExamples:\n"), 1);
        if (!examples.contains(QRegularExpression(path + "\\b"))) {
            lacking << path;
        }
    }
    QCOMPARE(lacking, QStringList());
}

void TestCtlHelpTexts::formatOfRecipesIsWhatIsRead()
{
    const QString text = QString::fromStdString(findTopic("recipes")->text);
    const QStringList lines = linesOfTheFormat(text);
    for (const QString &word : recipe::recipeWords()) {
        const bool isShown = std::any_of(lines.begin(), lines.end(), [&word](const QString &line) {
            return line.section(' ', 1, 1) == word;
        });
        QVERIFY2(isShown, qPrintable(word));
    }
    int count = 0;
    for (const QString &line : lines) {
        for (const QString &variant : variantsOf(line)) {
            const auto read = recipe::parseRecipe(recipeWith(variant).toUtf8());
            QVERIFY2(read, qPrintable(variant + ": " + (read ? QString() : read.error().text())));
            ++count;
        }
    }
    QVERIFY(count > 20);
    QVERIFY(!recipe::parseRecipe(recipeWith("#: colour red").toUtf8()));
}

void TestCtlHelpTexts::exitStatusesAreInOrder()
{
    static const QRegularExpression status(QStringLiteral("(?:^|; )(\\d+) "));
    const QMap<QString, QString> texts = helpTexts();
    QStringList telling;
    for (auto text = texts.begin(); text != texts.end(); ++text) {
        const QString part = text.value().section(QStringLiteral("\nEXIT STATUS\n"), 1);
        const QString all = part.section(QStringLiteral("\n\n"), 0, 0).simplified();
        int last = -1;
        for (auto found = status.globalMatch(all); found.hasNext();) {
            const int code = found.next().captured(1).toInt();
            QVERIFY2(code > last, qPrintable(text.key() + ": " + all));
            last = code;
        }
        if (last >= 0) {
            telling << text.key();
        }
    }
    for (const char *path :
         {"podiumctl watch", "podiumctl people plan", "podiumctl people apply",
          "podiumctl people key add", "podiumctl tunnel", "podiumctl top"}) {
        QVERIFY2(telling.contains(QLatin1String(path)), path);
    }
}

/// In the manual they are sections, which have a heading.
void TestCtlHelpTexts::topicsBeginWithASentence()
{
    for (const Topic &topic : allTopics()) {
        const std::string before = manual::partsOf(topic.text).front().text;
        QVERIFY2(!QString::fromStdString(before).trimmed().isEmpty(), topic.name.c_str());
    }
}

QTEST_GUILESS_MAIN(TestCtlHelpTexts)
#include "tst_ctlhelptexts.moc"
