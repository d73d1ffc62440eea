import { Printer } from 'lucide-react';
import { Suspense } from 'react';
import { createPortal } from 'react-dom';
import type { Json } from '../../../shared/database.types.ts';
import { isLanguage } from '../../../shared/languages.ts';
import { useCompany } from '../../content/ContentProvider.tsx';
import type { PersonalData } from '../../data/accounts/personalData.ts';
import type { RightsRequest } from '../../data/tickets/rightsRequests.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace, useNamespaceIn } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { formatIn } from '../parts/useFormat.ts';
import { isCopyRecord, recordsOf, useCopyText, type CopyText, type CopyRecord } from './copyText.ts';
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
      <Suspense fallback={<Spinner label={common.loading} />}>
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
  const parts = text.parts(data).map(([name, value]) => {
    const records = recordsOf(value);
    return { heading: text.heading(name), records, isEmpty: records.every((each) => isEmpty(each, text)) };
  });
  const empty = parts.filter((part) => part.isEmpty).map(({ heading }) => heading);
  return (
    <article lang={language} className="data-copy">
      <p className="font-semibold">{company.name}</p>
      <p className="empty:hidden">
        {[company.legalName, company.rut, company.address].filter(Boolean).join(' · ')}
      </p>
      <h3>{t.title}</h3>
      <dl>
        <Fact label={t.request} value={row.number} />
        <Fact label={t.person} value={row.name} />
        <Fact label={t.issued} value={formatIn(language).longDay(String(issuedAt))} />
      </dl>
      <p>{t.lead}</p>
      {parts.map(({ heading, records, isEmpty: isNothing }) =>
        isNothing ? null : (
          <section key={heading}>
            <h4>{heading}</h4>
            <Records records={records} text={text} />
          </section>
        ),
      )}
      {empty.length > 0 && <p>{t.nothing(empty.join(', '))}</p>}
    </article>
  );
}

/** Whether a record has neither a value nor a list of records. */
const isEmpty = (record: CopyRecord, text: CopyText): boolean =>
  Object.values(record).every((value) => recordsOf(value).length === 0 && text.of('', value) === '');

interface RecordsProps {
  readonly records: readonly CopyRecord[];
  readonly text: CopyText;
}

/** A sheet has room for so many columns. */
const mostColumns = 6;

/** Records of a few fields as a table; others with the name of each field above its value. */
function Records({ records, text }: RecordsProps) {
  const shown = new Set(
    records.flatMap((record) => Object.keys(record).filter((name) => text.of(name, record[name]) !== '')),
  );
  const hasLists = records.some((record) => Object.values(record).some(isList));
  if (records.length === 1 || hasLists || shown.size > mostColumns)
    return <Blocks records={records} text={text} />;
  const columns = text.fields(Object.fromEntries([...shown].map((name) => [name, null])));
  return (
    <table>
      <thead>
        <tr>
          {columns.map(([name]) => (
            <th key={name} scope="col">
              {text.label(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {records.map((record, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of one response, which have no key of their own
          <tr key={index}>
            {columns.map(([name]) => (
              <td key={name}>{text.of(name, record[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isList = (value: Json | undefined): boolean => Array.isArray(value) && value.some(isCopyRecord);

/** The facts of each record; lists inside of it follow below them. */
function Blocks({ records, text }: RecordsProps) {
  return (
    <ul>
      {records.map((record, index) => {
        const fields = text.fields(record);
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of one response, which have no key of their own
          <li key={index}>
            <dl>
              {fields.map(([name, value]) => (
                <Fact key={name} label={text.label(name)} value={text.of(name, value)} />
              ))}
            </dl>
            {fields.map(([name, value]) =>
              isList(value) ? (
                <section key={name}>
                  <h5>{text.label(name)}</h5>
                  <Records records={recordsOf(value)} text={text} />
                </section>
              ) : null,
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: string;
}

function Fact({ label, value }: FactProps) {
  return value === '' ? null : (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
