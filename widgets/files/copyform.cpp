// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/copyform.h"

#include "core/files/copysession.h"
#include "core/files/resumedtransfer.h"
#include "core/gateway/gatewaycopy.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/flowlayout.h"
#include "widgets/common/theme.h"
#include "widgets/files/sourceslist.h"
#include "widgets/run/workerchoice.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLineEdit>

#include <algorithm>
#include <utility>

namespace podium::ui {

CopyForm::CopyForm(
    MakeEndpointOf makeEndpointOf, LinesButton::PlanConfig planConfig, QWidget *parent)
    : TransferForm(parent)
    , m_makeEndpointOf(std::move(makeEndpointOf))
    , m_sources(new SourcesList)
    , m_folder(new QLineEdit)
    , m_content(new QCheckBox(tr("Only &what is in the folders")))
    , m_deletes(new QCheckBox(tr("&Delete what is not here")))
    , m_gitignore(new QCheckBox(tr("Leave out what &git ignores")))
    , m_compresses(new QCheckBox(tr("Co&mpress")))
    , m_once(new QCheckBox(tr("Upload &once, via a gateway")))
    , m_gateway(new WorkerChoice)
{
    buildLines(std::move(planConfig));
    build();
    m_compresses->setChecked(true);
    connect(m_sources, &SourcesList::changed, this, &CopyForm::changed);
    connect(m_folder, &QLineEdit::textChanged, this, &CopyForm::changed);
    connect(m_folder, &QLineEdit::returnPressed, this, &CopyForm::submitted);
    for (QCheckBox *box : {m_content, m_deletes, m_gitignore, m_compresses, m_once}) {
        connect(box, &QCheckBox::toggled, this, &CopyForm::changed);
    }
    connect(m_once, &QCheckBox::toggled, this, &CopyForm::showGateways);
    connect(m_gateway, QOverload<int>::of(&QComboBox::activated), this, &CopyForm::changed);
    connect(this, &CopyForm::changed, this, &CopyForm::showLines);
    showLines();
    showGateways();
}

void CopyForm::buildLines(LinesButton::PlanConfig planConfig)
{
    if (!planConfig) {
        return;
    }
    m_lines = new LinesButton(std::move(planConfig), [this] {
        return LinesButton::Copy{request(), m_words, m_workers};
    });
    connect(m_lines, &LinesButton::told, this, &CopyForm::told);
    connect(m_lines, &LinesButton::failed, this, &CopyForm::failed);
}

void CopyForm::setTargets(const QStringList &words, const std::vector<WorkerRef> &workers)
{
    m_words = words;
    m_workers = workers;
    m_gateway->setWorkers(workers);
    showLines();
    showGateways();
}

void CopyForm::showGateways()
{
    m_gateway->setVisible(m_makeEndpointOf && m_once->isChecked() && !m_workers.empty());
}

void CopyForm::showLines()
{
    if (m_lines != nullptr) {
        const bool hasPattern = !m_sources->patterns().isEmpty();
        m_lines->setEnabled(!m_sources->paths().isEmpty() && !hasPattern && !m_workers.empty());
        m_lines->setObstacle(
            hasPattern ? tr("Not with a pattern: what it matches is only known once the plan is "
                            "made. podiumctl copy --print takes what your shell makes of it.")
                       : QString());
    }
}

void CopyForm::build()
{
    m_folder->setAccessibleName(tr("Folder on each worker"));
    m_folder->setPlaceholderText(tr("the home folder"));
    m_folder->setAcceptDrops(false); // what is dropped is for the page
    m_folder->setToolTip(
        plainToolTip(tr("Below the home folder there, unless it begins with /. It is made where "
                        "there is none.")));
    m_content->setToolTip(plainToolTip(tr(
        "What is in a folder goes right into the folder on the workers, as cp copies FOLDER/.")));
    m_deletes->setToolTip(plainToolTip(
        tr("In the folders that are copied, what is on a worker and not here is deleted. The plan "
           "lists each of them first.")));
    m_gitignore->setToolTip(plainToolTip(tr("In git repositories, what their .gitignore names")));
    m_compresses->setToolTip(plainToolTip(tr("On the way, where the worker has zstd")));
    auto *options = new QWidget;
    auto *flow = new FlowLayout(Grid, options);
    flow->setContentsMargins(0, 0, 0, 0);
    for (QCheckBox *box : {m_content, m_deletes, m_gitignore, m_compresses}) {
        flow->addWidget(box);
    }
    flow->addWidget(buildOnce());
    QFormLayout *fields = makeFields();
    fields->addRow(labelFor(tr("What"), m_sources), m_sources);
    auto *row = new QHBoxLayout;
    row->setSpacing(Grid);
    row->addWidget(m_folder, 1);
    if (m_lines != nullptr) {
        row->addWidget(m_lines);
    }
    fields->addRow(labelFor(tr("To folder"), m_folder), row);
    auto *column = makeColumn(Grid, this);
    column->addLayout(fields);
    column->addWidget(options);
}

/// The option, and beside it the worker.
QWidget *CopyForm::buildOnce()
{
    m_once->setToolTip(plainToolTip(
        tr("To one worker, and from there by ClusterShell to the others, over their internal "
           "addresses. Each proves what it has to this machine. The plan says what goes where, "
           "and where ClusterShell is installed first.")));
    m_gateway->setAccessibleName(tr("Gateway"));
    m_gateway->setToolTip(plainToolTip(tr("The worker that it is uploaded to")));
    auto *once = new QWidget;
    auto *row = makeRow(Grid, once);
    row->addWidget(m_once);
    row->addWidget(m_gateway);
    row->addStretch(1);
    if (!m_makeEndpointOf) {
        once->hide();
    }
    return once;
}

void CopyForm::addFiles(const QByteArrayList &paths)
{
    m_sources->add(paths);
}

TransferForm::Texts CopyForm::texts() const
{
    const QString folder = m_folder->text();
    return {
        tr("Copy to workers"),
        tr("Show plan"),
        tr("Copy"),
        tr("Copy and delete"),
        tr("Plan for the rest"),
        folder.isEmpty() ? tr("Copy to the home folder") : tr("Copy to %1").arg(folder),
        tr("Nothing is planned"),
        tr("First a plan: what differs from what the workers have, how much that is, what it "
           "replaces, and the room on their disks. Then a copy that is verified by sha256 on each "
           "worker before it replaces anything."),
        QStringLiteral("export")};
}

bool CopyForm::isComplete() const
{
    return !m_sources->paths().isEmpty() || !m_sources->patterns().isEmpty();
}

files::CopyRequest CopyForm::request() const
{
    files::CopyRequest wanted;
    for (QByteArray path : m_sources->paths()) {
        if (m_content->isChecked() && QFileInfo(QFile::decodeName(path)).isDir()) {
            path += "/.";
        }
        wanted.sources << path;
    }
    wanted.folder = m_folder->text().toUtf8();
    wanted.local.patterns = m_sources->patterns();
    wanted.local.honoursGitignore = m_gitignore->isChecked();
    wanted.deletesExtras = m_deletes->isChecked();
    wanted.compresses = m_compresses->isChecked();
    return wanted;
}

/// A copy for some of the workers, which goes the chosen way.
TransferForm::Make CopyForm::oneTry() const
{
    if (!m_makeEndpointOf || !m_once->isChecked()) {
        return [request = request()](run::RunService service, const std::vector<WorkerRef> &some) {
            return std::make_unique<files::CopySession>(std::move(service), some, request);
        };
    }
    return [request = request(), chosen = m_gateway->chosen(), endpointOf = m_makeEndpointOf()](
               run::RunService service, const std::vector<WorkerRef> &some) {
        // Of the rest it may be none.
        const bool isThere = chosen && std::find(some.begin(), some.end(), *chosen) != some.end();
        return std::make_unique<gateway::GatewayCopy>(
            std::move(service), some,
            gateway::GatewayRequest{request, isThere ? chosen : std::nullopt}, endpointOf);
    };
}

Result<TransferForm::Make> CopyForm::wanted(const std::vector<WorkerRef> & /*all*/) const
{
    return Make([make = oneTry()](run::RunService service, const std::vector<WorkerRef> &workers) {
        return std::make_unique<files::ResumedTransfer>(
            workers, [service = std::move(service), make](const std::vector<WorkerRef> &some) {
                return make(service, some);
            });
    });
}

} // namespace podium::ui
