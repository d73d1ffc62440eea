import { useState } from 'react';
import { chileanDay, chileanMoment, chileanStamp } from '../../../shared/chile/time.ts';
import { breachFields, maxRightsText } from '../../../shared/rights.ts';
import { getBreach, saveBreach, type Breach, type BreachEntry } from '../../data/company/breaches.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import type { Form } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { newUuid } from '../../util/uuid.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { useFinish } from '../parts/section.ts';
import { useRecordForm } from '../parts/useRecordForm.ts';

type Name = keyof typeof breachFields;
/** Days as `2026-12-01`; empty text for what is not known. */
type Values = Readonly<Record<Name, string>>;

const dayOf = (time: string | null): string => (time ? chileanStamp(time).slice(0, 10) : '');

function valuesOf(breach: Breach | null): Values {
  const today = chileanDay(new Date());
  return {
    happened: breach?.happened_on ?? today,
    known: breach ? dayOf(breach.known_at) : today,
    what: breach?.what ?? '',
    data: breach?.which_data ?? '',
    people: breach?.people?.toString() ?? '',
    consequences: breach?.consequences ?? '',
    measures: breach?.measures ?? '',
    agency: dayOf(breach?.agency_told_at ?? null),
    persons: dayOf(breach?.people_told_at ?? null),
  };
}

/** Noon of a day in Chile; a day that was not changed keeps its time. */
function timeOf(day: string, before: string | null | undefined): string {
  return before && day === dayOf(before) ? before : chileanMoment(day, '12:00')!.toISOString();
}

function entryOf(values: Values, before: Breach | null): BreachEntry {
  const { known, people, agency, persons } = values;
  return {
    happened_on: values.happened,
    known_at: timeOf(known, before?.known_at),
    what: values.what,
    which_data: values.data,
    people: people === '' ? null : Number(people),
    consequences: values.consequences || null,
    measures: values.measures || null,
    agency_told_at: agency === '' ? null : timeOf(agency, before?.agency_told_at),
    people_told_at: persons === '' ? null : timeOf(persons, before?.people_told_at),
  };
}

/** Enters a breach, or completes an entry as more becomes known. @param breach null for a new entry */
export function BreachForm({ breach }: { readonly breach: Breach | null }) {
  const finish = useFinish();
  const { breach: t } = useNamespace('rights');
  const [newId] = useState(newUuid);
  const form = useRecordForm({
    record: breach,
    draft: breach ? `breach:${breach.id}` : 'breach',
    valuesOf,
    load: ({ id }) => getBreach(id),
    save: (values, base) => saveBreach(entryOf(values, base), base, newId),
    schema: () => breachFields,
    phrases: { edit_conflict: t.conflict, count: t.peopleInvalid },
    onSaved: () => finish(t.saved),
  });
  return (
    <FormDialog title={t.title} form={form}>
      <Fields form={form} />
      <p className="text-small text-ink-soft">{t.lawHint}</p>
    </FormDialog>
  );
}

function Fields({ form }: { readonly form: Form<Values, void> }) {
  const { breach: t } = useNamespace('rights');
  const input = (name: Name) => (
    <RecordInput of={breachFields[name]} binding={form.field(name)} label={t[name]} />
  );
  const area = (name: Name, hint?: string) => (
    <TextArea label={t[name]} hint={hint} rows={2} maxLength={maxRightsText} {...form.control(name)} />
  );
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        {input('happened')}
        {input('known')}
        {input('people')}
      </div>
      {area('what')}
      {area('data', t.dataHint)}
      {area('consequences')}
      {area('measures')}
      <div className="grid gap-4 sm:grid-cols-2">
        {input('agency')}
        {input('persons')}
      </div>
    </>
  );
}
