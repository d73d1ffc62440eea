import type { CaseKind } from '../../shared/cases.ts';
import type { Language } from '../../shared/languages.ts';
import type { StaffLanguage } from '../../shared/staff-languages.ts';
import { plural } from '../../shared/plural.ts';
import type { NoticeTexts, ReplyTexts } from './texts.ts';

/** The mails to staff about cases. */
export const caseNotices: Readonly<Record<StaffLanguage, NoticeTexts<CaseKind>>> = {
  es: {
    kinds: {
      lost: 'Objeto perdido',
      complaint: 'Reclamo',
      receipt: 'Comprobante',
      accessibility: 'Accesibilidad',
      other: 'Otro',
    },
    newSubject: (cases) => plural('es', cases, { one: 'Un caso nuevo', other: `${cases} casos nuevos` }),
    dueSubject: (count) =>
      plural('es', count, {
        one: 'Un pasajero espera respuesta',
        other: `${count} pasajeros esperan respuesta`,
      }),
    until: (day) => `responder hasta el ${day}`,
    open: 'Abrir los casos',
  },
  en: {
    kinds: {
      lost: 'Lost property',
      complaint: 'Complaint',
      receipt: 'Receipt',
      accessibility: 'Accessibility',
      other: 'Other',
    },
    newSubject: (cases) => plural('en', cases, { one: 'A new case', other: `${cases} new cases` }),
    dueSubject: (count) =>
      plural('en', count, {
        one: 'A passenger is waiting for an answer',
        other: `${count} passengers are waiting for an answer`,
      }),
    until: (day) => `answer by ${day}`,
    open: 'Open the cases',
  },
};

/** The mails to passengers about their cases. */
export const caseReplies: Readonly<Record<Language, ReplyTexts>> = {
  es: {
    replySubject: (number) => `Respuesta a tu caso ${number}`,
    openPage: 'Ver tu caso',
  },
  en: {
    replySubject: (number) => `Reply to your case ${number}`,
    openPage: 'See your case',
  },
  fr: {
    replySubject: (number) => `Réponse à votre demande ${number}`,
    openPage: 'Voir votre demande',
  },
  pt: {
    replySubject: (number) => `Resposta ao seu caso ${number}`,
    openPage: 'Ver seu caso',
  },
  de: {
    replySubject: (number) => `Antwort auf Ihre Anfrage ${number}`,
    openPage: 'Anfrage ansehen',
  },
};
