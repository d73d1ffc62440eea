import type { CaseKind } from '../../shared/cases.ts';
import type { NewCase } from '../data/publicCases.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { readContact } from '../forms/contact.ts';
import { usePublicForm } from './usePublicForm.ts';

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

function problemsOf({ kind, body, contact, consent }: HelpValues): Readonly<Record<HelpProblem, boolean>> {
  return {
    kind: kind === '',
    body: body.trim() === '',
    contact: readContact(contact) === null,
    consent: !consent,
  };
}

/** The form of a new case. @param onWritten gets what the passenger wrote, once nothing is wrong with it */
export function useHelpForm(code: string, onWritten: (written: NewCase, photo: string | null) => void) {
  const { language } = useLanguage();
  return usePublicForm(empty, problemsOf, ({ kind, body, when, place, contact, photo }, clear) => {
    const reached = readContact(contact);
    if (kind === '' || !reached) return;
    const time = when === '' ? null : new Date(when);
    const happened = time && time.getTime() <= Date.now() ? time.toISOString() : null;
    const written = { kind, body: body.trim(), language, happened_at: happened, place: place.trim() || null };
    onWritten({ ...written, ...reached, code: code || null }, photo);
    clear();
  });
}
