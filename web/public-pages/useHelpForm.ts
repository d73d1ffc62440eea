import { useState, type FormEvent } from 'react';
import { phoneOf } from '../../shared/chile/phone.ts';
import type { CaseKind } from '../../shared/cases.ts';
import type { NewCase } from '../data/publicCases.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';

export interface HelpValues {
  readonly kind: CaseKind | '';
  readonly body: string;
  /** As `2026-11-26T21:30`, in the phone's time zone. */
  readonly when: string;
  readonly place: string;
  /** An e-mail address or a telephone number. */
  readonly contact: string;
  readonly consent: boolean;
  /** A data URL. */
  readonly photo: string | null;
}

export type HelpProblem = 'kind' | 'body' | 'contact' | 'consent';

const empty: HelpValues = {
  kind: '',
  body: '',
  when: '',
  place: '',
  contact: '',
  consent: false,
  photo: null,
};

const address = /^[^\s@<>",;]+@[^\s@<>",;]+\.[^\s@<>",;]+$/;

/** The contact as `open_case` takes it; null when it is neither an address nor a number. An empty one is neither. */
function contactOf(written: string): Pick<NewCase, 'email' | 'phone'> | null {
  const contact = written.trim();
  if (contact === '') return { email: null, phone: null };
  if (address.test(contact)) return { email: contact, phone: null };
  const phone = phoneOf(contact);
  return phone === null ? null : { email: null, phone };
}

function problemsOf({ kind, body, contact, consent }: HelpValues): readonly HelpProblem[] {
  const found: Readonly<Record<HelpProblem, boolean>> = {
    kind: kind === '',
    body: body.trim() === '',
    contact: contactOf(contact) === null,
    consent: !consent,
  };
  return (Object.keys(found) as HelpProblem[]).filter((name) => found[name]);
}

/** The form of a new case. @param onWritten gets what the passenger wrote, once nothing is wrong with it */
export function useHelpForm(code: string, onWritten: (written: NewCase, photo: string | null) => void) {
  const { language } = useLanguage();
  const [values, setValues] = useState(empty);
  const [tried, setTried] = useState(false);
  const problems = tried ? problemsOf(values) : [];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const { kind, body, when, place, contact, photo } = values;
    const [problem] = problemsOf(values);
    const reached = contactOf(contact);
    if (problem || kind === '' || !reached) {
      const form = event.currentTarget;
      // After the errors have been drawn.
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>('[aria-invalid=true], fieldset[data-invalid] input')?.focus(),
      );
      return;
    }
    const time = when === '' ? null : new Date(when);
    const happened = time && time.getTime() <= Date.now() ? time.toISOString() : null;
    const written = { kind, body: body.trim(), language, happened_at: happened, place: place.trim() || null };
    onWritten({ ...written, ...reached, code: code || null }, photo);
    setValues(empty);
    setTried(false);
  };
  return {
    values,
    has: (problem: HelpProblem) => problems.includes(problem),
    set: (changes: Partial<HelpValues>) => setValues((current) => ({ ...current, ...changes })),
    submit,
  };
}
