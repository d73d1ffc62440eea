import { Printer } from 'lucide-react';
import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import { isLanguage } from '../../../shared/languages.ts';
import { useCompany } from '../../content/ContentProvider.tsx';
import type { PersonalData } from '../../data/accounts/personalData.ts';
import type { RightsRequest } from '../../data/tickets/rightsRequests.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace, useNamespaceIn } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loading } from '../parts/Loading.tsx';
import { formatIn } from '../parts/useFormat.ts';
import { listsOf, recordsOf, useCopyText, type CopyRecord, type CopyText } from './copyText.ts';
import '../parts/printRoot.css';
import './dataCopy.css';

interface DataCopyProps extends CopySheetProps {
  readonly onClose: () => void;
}

/** The copy of a person's data before it is printed. */
export default function DataCopy({ onClose, ...sheet }: DataCopyProps) {
  const { account: t } = useNamespace('rights');
  const { common } = useMessages();
  return (
    <Dialog
      open
      width="wide"
      title={t.print}
      closeLabel={common.close}
      onClose={onClose}
      footer={
        <Button size="compact" icon={<Printer size={20} />} onClick={() => window.print()}>
          {t.printNow}
        </Button>
      }
    >
      <Suspense fallback={<Loading />}>
        <CopySheet {...sheet} />
        {createPortal(
          <div className="print-root">
            <CopySheet {...sheet} />
          </div>,
          document.body,
        )}
      </Suspense>
    </Dialog>
  );
}

interface CopySheetProps {
  readonly row: Pick<RightsRequest, 'language' | 'name' | 'number'>;
  readonly data: PersonalData;
}

/** Everything that is kept about a person, by heading, in the language of the request. */
function CopySheet({ row, data: { issued_at: issuedAt, ...data } }: CopySheetProps) {
  const company = useCompany();
  const language = isLanguage(row.language) ? row.language : 'es';
  const { dataCopy: t } = useNamespaceIn('replies', language);
  const text = useCopyText(language);
  const isEmpty = (name: string) =>
    recordsOf(data[name]).every(
      (record) => text.fields([record]).length === 0 && listsOf(record).length === 0,
    );
  const parts = text.parts(data);
  const empty = parts.filter(isEmpty);
  return (
    <article lang={language} className="data-copy p-4 text-small [overflow-wrap:anywhere] print:p-0">
      <p className="font-semibold">{company.name}</p>
      <p>{[company.legalName, company.rut, company.address].filter(Boolean).join(' · ')}</p>
      <h3 className="mt-4 text-title font-bold">{t.title}</h3>
      <dl className={factsClass}>
        <Fact label={t.request} value={row.number} />
        <Fact label={t.person} value={row.name} />
        <Fact label={t.issued} value={formatIn(language).longDay(String(issuedAt))} />
      </dl>
      <p>{t.lead}</p>
      {parts.map((name) =>
        empty.includes(name) ? null : (
          <section key={name}>
            <h4 className="mt-5 break-after-avoid border-b-2 border-current text-lead font-bold">
              {text.heading(name)}
            </h4>
            <Records records={recordsOf(data[name])} text={text} />
          </section>
        ),
      )}
      {empty.length > 0 && <p className="mt-5">{t.nothing(empty.map(text.heading).join(', '))}</p>}
    </article>
  );
}

interface RecordsProps {
  readonly records: readonly CopyRecord[];
  readonly text: CopyText;
}

/** A sheet has room for so many columns. */
const mostColumns = 6;

/** Several records of a few fields as a table; others with the name of each field above its value, and their lists below. */
function Records({ records, text }: RecordsProps) {
  const isTable = records.length > 1 && records.every((record) => listsOf(record).length === 0);
  const columns = text.fields(records);
  if (isTable && columns.length <= mostColumns)
    return <RecordTable records={records} text={text} columns={columns} />;
  return (
    <ul className="divide-y divide-line">
      {records.map((record, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the rows of one response, which have no key of their own
        <li key={index}>
          <dl className={factsClass}>
            {text.fields([record]).map((name) => (
              <Fact key={name} label={text.label(name)} value={text.of(name, record[name])} />
            ))}
          </dl>
          {listsOf(record).map((name) => (
            <section key={name} className="pl-4">
              <h5 className="mt-2 break-after-avoid font-bold">{text.label(name)}</h5>
              <Records records={recordsOf(record[name])} text={text} />
            </section>
          ))}
        </li>
      ))}
    </ul>
  );
}

function RecordTable({ records, text, columns }: RecordsProps & { readonly columns: readonly string[] }) {
  return (
    <table className="mt-1.5 w-full text-left [&_:is(td,th)]:py-0.5 [&_:is(td,th)]:pr-3 [&_:is(td,th)]:align-top">
      <thead>
        <tr>
          {columns.map((name) => (
            <th key={name} scope="col">
              {text.label(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {records.map((record, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of one response, which have no key of their own
          <tr key={index} className="break-inside-avoid">
            {columns.map((name) => (
              <td key={name}>{text.of(name, record[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** As many facts beside each other as there is room for. */
const factsClass =
  'grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-x-4 gap-y-1 py-1.5 break-inside-avoid';

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="font-semibold whitespace-pre-line">{value}</dd>
    </div>
  );
}
