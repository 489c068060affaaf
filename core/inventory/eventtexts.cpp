// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "core/inventory/eventtexts.h"

#include "core/inventory/maintenancetext.h"

#include <QCoreApplication>

namespace podium::inventory {

namespace {

struct EventWords
{
    Q_DECLARE_TR_FUNCTIONS(Events)
};

/// What is said of one kind of event in a few words. %1: the node, or how many nodes.
struct Headline
{
    const char *one;
    const char *severalWorkers;
    const char *manyNodes;
    int weight; ///< beside what else happened to the node
    bool isNews;
};

Headline ofPreemption()
{
    return {
        QT_TRANSLATE_NOOP("Events", "%1 was preempted"), nullptr,
        QT_TRANSLATE_NOOP("Events", "%1 nodes were preempted"), 9, true};
}

Headline ofAddress(const Event &event)
{
    // A first address comes with READY, which says more.
    return {
        QT_TRANSLATE_NOOP("Events", "IP of %1 changed"),
        QT_TRANSLATE_NOOP("Events", "IPs of %1 changed"),
        QT_TRANSLATE_NOOP("Events", "IPs of %1 nodes changed"), event.before.isEmpty() ? 2 : 6,
        true};
}

Headline headlineOf(const Event &event)
{
    switch (event.kind) {
    case EventKind::StateChanged:
        return isPreemption(event)
                   ? ofPreemption()
                   : Headline{
                         QT_TRANSLATE_NOOP("Events", "State of %1 changed"), nullptr,
                         QT_TRANSLATE_NOOP("Events", "State of %1 nodes changed"), 4, false};
    case EventKind::HostKeyChanged:
        return {
            QT_TRANSLATE_NOOP("Events", "Host key of %1 changed"),
            QT_TRANSLATE_NOOP("Events", "Host keys of %1 changed"),
            QT_TRANSLATE_NOOP("Events", "Host keys of %1 nodes changed"), 8, true};
    case EventKind::Recreated:
        return {
            QT_TRANSLATE_NOOP("Events", "%1 was recreated"), nullptr,
            QT_TRANSLATE_NOOP("Events", "%1 nodes were recreated"), 7, true};
    case EventKind::IpChanged:
        return ofAddress(event);
    case EventKind::Gone:
        return {
            QT_TRANSLATE_NOOP("Events", "%1 is gone"), nullptr,
            QT_TRANSLATE_NOOP("Events", "%1 nodes are gone"), 5, false};
    case EventKind::Appeared:
        return {
            QT_TRANSLATE_NOOP("Events", "%1 appeared"), nullptr,
            QT_TRANSLATE_NOOP("Events", "%1 nodes appeared"), 5, false};
    case EventKind::Maintenance:
        return {
            QT_TRANSLATE_NOOP("Events", "Maintenance of %1"), nullptr,
            QT_TRANSLATE_NOOP("Events", "Maintenance of %1 nodes"), 3, false};
    case EventKind::HealthChanged:
        break;
    }
    return {
        QT_TRANSLATE_NOOP("Events", "Health of %1 changed"), nullptr,
        QT_TRANSLATE_NOOP("Events", "Health of %1 nodes changed"), 1, false};
}

QString orNone(const QString &text)
{
    return text.isEmpty() ? EventWords::tr("none") : text;
}

QString appearedSentence(const Event &event)
{
    return event.after.isEmpty() ? EventWords::tr("Appeared.")
                                 : EventWords::tr("Appeared, %1.").arg(event.after);
}

QString goneSentence(const Event &event)
{
    return event.before.isEmpty()
               ? EventWords::tr("No longer listed.")
               : EventWords::tr("No longer listed; it was %1.").arg(event.before);
}

} // namespace

QString eventSentence(const Event &event)
{
    const QString before = orNone(event.before);
    const QString after = orNone(event.after);
    switch (event.kind) {
    case EventKind::Appeared:
        return appearedSentence(event);
    case EventKind::Gone:
        return goneSentence(event);
    case EventKind::Recreated:
        return EventWords::tr("Recreated: new machines with new host keys under the same name.");
    case EventKind::StateChanged:
        return EventWords::tr("State changed from %1 to %2.").arg(before, after);
    case EventKind::HealthChanged:
        return EventWords::tr("Health changed from %1 to %2.").arg(before, after);
    case EventKind::IpChanged:
        return EventWords::tr("External IP of worker %1 changed from %2 to %3.")
            .arg(QString::number(event.worker), before, after);
    case EventKind::HostKeyChanged:
        return EventWords::tr("Host key of worker %1 changed.").arg(event.worker);
    case EventKind::Maintenance:
        return event.after.isEmpty() ? EventWords::tr("No maintenance is announced any more.")
                                     : EventWords::tr("%1.").arg(maintenanceText(event.after));
    }
    return {};
}

QString eventDetail(const Event &event)
{
    switch (event.kind) {
    case EventKind::IpChanged:
        return event.before.isEmpty() || event.after.isEmpty()
                   ? QString()
                   : EventWords::tr("It moved: the same machine (node id), so its host key stays.");
    case EventKind::Recreated:
        return EventWords::tr("Node id %1, before %2.").arg(event.after, event.before);
    case EventKind::HostKeyChanged:
        return EventWords::tr("The machine is the same (node id).\nNow:\n%1\nBefore:\n%2")
            .arg(event.after, event.before);
    default:
        return {};
    }
}

QString eventHeadline(const Event &event)
{
    return EventWords::tr(headlineOf(event).one).arg(event.node.name.text());
}

QString eventHeadline(const Event &event, int workers)
{
    const Headline headline = headlineOf(event);
    return workers > 1 && headline.severalWorkers
               ? EventWords::tr(headline.severalWorkers).arg(event.node.name.text())
               : eventHeadline(event);
}

QString manyNodesHeadline(const Event &event, int nodes)
{
    return EventWords::tr(headlineOf(event).manyNodes).arg(nodes);
}

int eventWeight(const Event &event)
{
    return headlineOf(event).weight;
}

bool isNews(const Event &event)
{
    return headlineOf(event).isNews;
}

bool isPreemption(const Event &event)
{
    return event.kind == EventKind::StateChanged &&
           cloud::nodeStateFromName(event.after) == cloud::NodeState::Preempted;
}

} // namespace podium::inventory
