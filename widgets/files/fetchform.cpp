// SPDX-FileCopyrightText: Podium contributors
// SPDX-License-Identifier: Apache-2.0
#include "widgets/files/fetchform.h"

#include "core/files/fetch/fetchsession.h"
#include "core/files/resumedtransfer.h"
#include "widgets/common/labels.h"
#include "widgets/common/layout/boxes.h"
#include "widgets/common/layout/flowlayout.h"
#include "widgets/common/theme.h"
#include "widgets/run/command/filefield.h"

#include <QCheckBox>
#include <QFile>
#include <QFormLayout>
#include <QLineEdit>

namespace podium::ui {

FetchForm::FetchForm(QWidget *parent)
    : TransferForm(parent)
    , m_source(new QLineEdit)
    , m_folder(new FileField(tr("Folder of this machine"), FileField::Kind::Folder))
    , m_overwrites(new QCheckBox(tr("&Replace files here that differ")))
    , m_compresses(new QCheckBox(tr("Co&mpress")))
{
    build();
    m_compresses->setChecked(true);
    connect(m_source, &QLineEdit::textChanged, this, &FetchForm::changed);
    connect(m_source, &QLineEdit::returnPressed, this, &FetchForm::submitted);
    connect(m_folder, &FileField::changed, this, &FetchForm::changed);
    for (QCheckBox *box : {m_overwrites, m_compresses}) {
        connect(box, &QCheckBox::toggled, this, &FetchForm::changed);
    }
}

void FetchForm::build()
{
    m_source->setAccessibleName(tr("File or folder on each worker"));
    m_source->setPlaceholderText(tr("such as logs/*.txt, below the home folder, or /var/log"));
    m_folder->setToolTip(plainToolTip(tr("Each worker gets a folder of its own in it: pod-v4-0")));
    m_overwrites->setToolTip(
        plainToolTip(tr("Otherwise a file that is here already, and differs, stays as it is")));
    m_compresses->setToolTip(plainToolTip(tr("On the way, where the worker has zstd")));
    auto *options = new QWidget;
    auto *flow = new FlowLayout(Grid, options);
    flow->setContentsMargins(0, 0, 0, 0);
    flow->addWidget(m_overwrites);
    flow->addWidget(m_compresses);
    QFormLayout *fields = makeFields();
    fields->addRow(labelFor(tr("What"), m_source), m_source);
    fields->addRow(labelFor(tr("To folder"), m_folder), m_folder);
    auto *column = makeColumn(Grid, this);
    column->addLayout(fields);
    column->addWidget(options);
}

TransferForm::Texts FetchForm::texts() const
{
    return {
        tr("Fetch from workers"),
        tr("Show plan"),
        tr("Fetch"),
        tr("Fetch"),
        tr("Plan for the rest"),
        tr("Fetch of %1").arg(m_source->text()),
        tr("Nothing is planned"),
        tr("A file or folder of each worker, into a folder of its own here. First a plan: what is "
           "not here, and how much that is. What arrives is verified by the worker's own sha256, "
           "and nothing here is replaced unasked."),
        QStringLiteral("copy")};
}

bool FetchForm::isComplete() const
{
    return !m_source->text().trimmed().isEmpty() && !m_folder->path().isEmpty();
}

Result<TransferForm::Make> FetchForm::wanted(const std::vector<WorkerRef> &all) const
{
    files::FetchRequest request;
    const auto source = files::remoteSourceOf(m_source->text().toUtf8());
    if (!source) {
        Error error = source.error();
        error.hint = tr("Say its path there, such as logs/run1 or /var/log/syslog.");
        return failure(error);
    }
    request.source = *source;
    request.allWorkers = all;
    request.folder = QFile::encodeName(m_folder->path());
    request.overwrites = m_overwrites->isChecked();
    request.compresses = m_compresses->isChecked();
    return Make([request](run::RunService service, const std::vector<WorkerRef> &workers) {
        return std::make_unique<files::ResumedTransfer>(
            workers, [service = std::move(service), request](const std::vector<WorkerRef> &some) {
                return std::make_unique<files::FetchSession>(service, some, request);
            });
    });
}

} // namespace podium::ui
