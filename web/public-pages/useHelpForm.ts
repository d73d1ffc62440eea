import { useState } from 'react';
import { caseKinds, type CaseKind } from '../../shared/cases.ts';
import type { NewCase } from '../data/tickets/publicTickets.ts';
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

export const maxPlaceCharacters = 120;

/** An older time is a mistyped year, which the server refuses: shorter than its two years, leap days included. */
const oldestMs = 729 * 86_400_000;

/** The time as the server takes it; null for one that is to come or long past: the rest of the message counts. */
function happenedAt(when: string): string | null {
  const ageMs = Date.now() - new Date(when).getTime();
  return ageMs >= 0 && ageMs < oldestMs ? new Date(when).toISOString() : null;
}

/** As a field of that type takes it, in the phone's time zone. */
function localMinute(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}

const empty: HelpValues = {
  kind: '',
  body: '',
  when: '',
  place: '',
  contact: '',
  consent: false,
  photo: null,
};

/** The fields as another page fills them in. @param fragment of the address, as `kind=lost&at=2026-11-26T21:30:00Z&place=HKMPR` */
function filledBy(fragment: string): HelpValues {
  const given = new URLSearchParams(fragment);
  const time = Date.parse(given.get('at') ?? '');
  return {
    ...empty,
    kind: caseKinds.find((kind) => kind === given.get('kind')) ?? '',
    when: Number.isNaN(time) ? '' : localMinute(time),
    place: (given.get('place') ?? '').slice(0, maxPlaceCharacters),
  };
}

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
  const [filled] = useState(() => filledBy(window.location.hash.slice(1)));
  return usePublicForm(filled, problemsOf, ({ kind, body, when, place, contact, photo }) => {
    const reached = readContact(contact);
    if (kind === '' || !reached) return;
    const written = {
      kind,
      body: body.trim(),
      language,
      happened_at: happenedAt(when),
      place: place.trim() || null,
    };
    onWritten({ ...written, ...reached, code: code || null }, photo);
  });
}
