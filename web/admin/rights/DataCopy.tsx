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
import { isRecord, useCopyText, type CopyText } from './copyText.ts';
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
  const t = useNamespaceIn('dataCopy', language);
  const text = useCopyText(language);
  const parts = Object.entries(data).map(([name, value]) => ({
    heading: text.word(t.headings, name),
    records: recordsOf(value),
  }));
  const isEmpty = ({ records }: (typeof parts)[number]) =>
    !records.some((record) =>
      Object.values(record).some((value) => recordsOf(value).length > 0 || text.of('', value) !== ''),
    );
  const empty = parts.filter(isEmpty).map(({ heading }) => heading);
  return (
    <article lang={language} className="data-copy">
      <p className="font-semibold">{company.name}</p>
      <p>{[company.legalName, company.rut, company.address].filter(Boolean).join(' · ')}</p>
      <h3>{t.title}</h3>
      <dl>
        <Fact label={t.request} value={row.number} />
        <Fact label={t.person} value={row.name} />
        <Fact label={t.issued} value={formatIn(language).longDay(String(issuedAt))} />
      </dl>
      <p>{t.lead}</p>
      {parts.map((part) =>
        isEmpty(part) ? null : (
          <section key={part.heading}>
            <h4>{part.heading}</h4>
            <Records records={part.records} text={text} />
          </section>
        ),
      )}
      {empty.length > 0 && <p>{t.nothing(empty.join(', '))}</p>}
    </article>
  );
}

type Fields = Readonly<Record<string, Json | undefined>>;

/** A part of the data as records: an account is one, a list of shifts has one for each. */
const recordsOf = (value: Json | undefined): readonly Fields[] =>
  (Array.isArray(value) ? value : [value]).filter(isRecord);

interface RecordsProps {
  readonly records: readonly Fields[];
  readonly text: CopyText;
}

/** The facts of each record; lists inside of it follow below them. */
function Records({ records, text }: RecordsProps) {
  return (
    <ul>
      {records.map((record, index) => {
        const fields = Object.entries(record);
        const lists = fields.filter(([, value]) => Array.isArray(value) && value.some(isRecord));
        return (
          // oxlint-disable-next-line react/no-array-index-key -- the rows of one response, which have no key of their own
          <li key={index}>
            <dl>
              {fields.map(([name, value]) => (
                <Fact key={name} label={text.label(name)} value={text.of(name, value)} />
              ))}
            </dl>
            {lists.map(([name, value]) => (
              <section key={name}>
                <h5>{text.label(name)}</h5>
                <Records records={recordsOf(value)} text={text} />
              </section>
            ))}
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
