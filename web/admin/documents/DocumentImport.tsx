import { useRef } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { findOwners, importDocuments, type FoundOwner } from '../../data/documents/documentGrid.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog } from '../parts/files/ImportDialog.tsx';
import type { NumberedRow } from '../parts/files/importFile.ts';
import { useFormat } from '../parts/useFormat.ts';
import { documentFormat, planImport, type DocumentRow, type PlannedDocument } from './documentRows.ts';
import { useKinds } from './DocumentFilters.tsx';

interface DocumentImportProps {
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** The owner as people write it: the plate in pairs, or the code with the name. */
function ownerLabel({ owner, name, driver_code: code }: FoundOwner): string {
  return owner === 'vehicle' ? plateInPairs(name) : `${code ?? ''} ${name}`.trim();
}

/** Adds and renews the documents of a CSV file, after a preview of what it changes. */
export function DocumentImport({ onSaved, onClose }: DocumentImportProps) {
  const { file: t } = useNamespace('documents');
  const format = useFormat();
  const kinds = useKinds();
  /** As the preview shows it: a document that others change meanwhile refuses the file. */
  const shown = useRef<readonly PlannedDocument[]>([]);
  const preview = async (rows: readonly NumberedRow<DocumentRow>[]) => {
    const plan = planImport(rows, await findOwners(rows.map(({ fields }) => fields.owner)));
    if ('problems' in plan) return plan;
    shown.current = plan.planned;
    return { result: <Preview planned={plan.planned} /> };
  };
  const save = async () => {
    const documents = shown.current.filter(({ isSame }) => !isSame).map(({ document }) => document);
    if (documents.length > 0) await importDocuments(documents);
    return { result: documents };
  };
  return (
    <ImportDialog
      format={documentFormat(kinds)}
      words={t}
      fields={t.fields}
      preview={preview}
      save={save}
      onSaved={(documents) => {
        const changed = documents.filter(({ id }) => id !== undefined).length;
        onSaved(t.done(format.count(documents.length - changed), format.count(changed)));
      }}
      onClose={onClose}
    />
  );
}

/** Lines shown before the others are only counted. */
const linesShown = 60;

/** The documents that a file adds and renews, with the days that change. */
function Preview({ planned }: { readonly planned: readonly PlannedDocument[] }) {
  const { preview: t } = useNamespace('documents').file;
  const format = useFormat();
  const changing = planned.filter(({ isSame }) => !isSame);
  const added = changing.filter(({ before }) => before === null).length;
  const counts = [
    t.added(format.count(added)),
    t.changed(format.count(changing.length - added)),
    ...(changing.length < planned.length ? [t.same(format.count(planned.length - changing.length))] : []),
  ];
  const rest = changing.length - linesShown;
  return (
    <>
      <p className="text-small">{counts.join(' · ')}</p>
      <ul className="w-full rounded-control border border-line px-3 text-small">
        {changing.slice(0, linesShown).map((each) => (
          <Change key={each.line} planned={each} />
        ))}
        {rest > 0 && <li className="py-1.5 text-ink-soft">{t.more(format.count(rest))}</li>}
      </ul>
    </>
  );
}

function Change({ planned: { owner, kind, before, document } }: { readonly planned: PlannedDocument }) {
  const { preview: t } = useNamespace('documents').file;
  const { plainDay } = useFormat();
  const day = plainDay(document.expires_on);
  return (
    <li className="flex flex-wrap justify-between gap-x-4 border-b border-line py-1.5 last:border-b-0">
      <span className="[overflow-wrap:anywhere]">
        {ownerLabel(owner)} · {kind.name}
      </span>
      <span className="tabular-nums">
        {before ? t.change(plainDay(before.expires_on), day) : `${day} · ${t.isNew}`}
      </span>
    </li>
  );
}
