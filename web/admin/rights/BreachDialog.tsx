import { useState } from 'react';
import { chileanDay, chileanMoment, chileanStamp } from '../../../shared/chile/time.ts';
import { maxRightsText } from '../../../shared/rights.ts';
import { getBreach, saveBreach, type Breach, type BreachEntry } from '../../data/company/breaches.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { newUuid } from '../../util/uuid.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useRecordForm } from '../parts/useRecordForm.ts';

interface BreachDialogProps extends Pick<SectionProps, 'onDone'> {
  /** Null for a new entry. */
  readonly breach: Breach | null;
  readonly onClose: () => void;
}

/** Days as `2026-12-01`; empty text for what is not known. */
interface BreachDraft {
  readonly happened: string;
  readonly known: string;
  readonly what: string;
  readonly data: string;
  readonly people: string;
  readonly consequences: string;
  readonly measures: string;
  readonly agency: string;
  readonly persons: string;
}

const dayOf = (time: string | null | undefined): string => (time ? chileanStamp(time).slice(0, 10) : '');

function draftOf(breach: Breach | null): BreachDraft {
  return {
    happened: breach?.happened_on ?? chileanDay(new Date()),
    known: dayOf(breach?.known_at) || chileanDay(new Date()),
    what: breach?.what ?? '',
    data: breach?.which_data ?? '',
    people: breach?.people?.toString() ?? '',
    consequences: breach?.consequences ?? '',
    measures: breach?.measures ?? '',
    agency: dayOf(breach?.agency_told_at),
    persons: dayOf(breach?.people_told_at),
  };
}

/** Noon of a day in Chile; a day that was not changed keeps its time. */
function timeOf(day: string, before: string | null | undefined): string | null {
  if (before && day === dayOf(before)) return before;
  return chileanMoment(day, '12:00')?.toISOString() ?? null;
}

function entryOf(draft: BreachDraft, before: Breach | null): BreachEntry | null {
  const known = timeOf(draft.known, before?.known_at);
  const isWhole = /^\d{0,8}$/.test(draft.people);
  if (known === null || draft.happened === '' || !isWhole) return null;
  if (draft.what.trim() === '' || draft.data.trim() === '') return null;
  return {
    happened_on: draft.happened,
    known_at: known,
    what: draft.what,
    which_data: draft.data,
    people: draft.people === '' ? null : Number(draft.people),
    consequences: draft.consequences || null,
    measures: draft.measures || null,
    agency_told_at: timeOf(draft.agency, before?.agency_told_at),
    people_told_at: timeOf(draft.persons, before?.people_told_at),
  };
}

/** Enters a breach, or completes an entry as more becomes known. */
export function BreachDialog({ breach, onDone, onClose }: BreachDialogProps) {
  const { breach: t } = useNamespace('rights');
  const [newId] = useState(newUuid);
  const form = useRecordForm({
    record: breach,
    valuesOf: draftOf,
    load: ({ id }) => getBreach(id),
    save: async (draft, base) => {
      const entry = entryOf(draft, base);
      if (entry) await saveBreach(entry, base, newId);
    },
    phrases: { edit_conflict: t.conflict },
    onSaved: () => {
      onClose();
      onDone(t.saved);
    },
  });
  return (
    <FormDialog
      title={t.title}
      busy={form.busy}
      disabled={entryOf(form.values, breach) === null}
      onSubmit={form.onSubmit}
      errorText={form.errorText}
      onClose={onClose}
    >
      <BreachFields
        draft={form.values}
        set={(changes) => form.setValues((current) => ({ ...current, ...changes }))}
      />
      <p className="text-small text-ink-soft">{t.lawHint}</p>
    </FormDialog>
  );
}

interface BreachFieldsProps {
  readonly draft: BreachDraft;
  readonly set: (changes: Partial<BreachDraft>) => void;
}

function BreachFields({ draft, set }: BreachFieldsProps) {
  const { breach: t } = useNamespace('rights');
  const textArea = (name: 'what' | 'data' | 'consequences' | 'measures') => ({
    label: t[name],
    value: draft[name],
    rows: 2,
    maxLength: maxRightsText,
    onChange: (text: string) => set({ [name]: text }),
  });
  const day = (name: 'happened' | 'known' | 'agency' | 'persons', label: string) => ({
    label,
    type: 'date',
    value: draft[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) => set({ [name]: target.value }),
  });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...day('happened', t.happened)} />
        <TextField {...day('known', t.knownOn)} />
      </div>
      <TextArea {...textArea('what')} />
      <TextArea {...textArea('data')} hint={t.dataHint} />
      <TextField
        label={t.people}
        hint={t.peopleHint}
        inputMode="numeric"
        autoComplete="off"
        value={draft.people}
        error={/^\d{0,8}$/.test(draft.people) ? undefined : t.peopleInvalid}
        onChange={({ target }) => set({ people: target.value })}
      />
      <TextArea {...textArea('consequences')} />
      <TextArea {...textArea('measures')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...day('agency', t.agencyOn)} />
        <TextField {...day('persons', t.personsOn)} />
      </div>
    </>
  );
}
