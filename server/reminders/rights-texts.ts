import type { Language } from '../../shared/languages.ts';
import type { StaffLanguage } from '../../shared/staff-languages.ts';
import { plural } from '../../shared/plural.ts';
import type { RightsKind } from '../../shared/rights.ts';
import type { NoticeTexts, ReplyTexts } from './texts.ts';

interface AuthorTexts extends ReplyTexts {
  readonly linkSubject: (number: string) => string;
  readonly linkText: string;
}

/** The mails to staff about requests under law 21.719. */
export const rightsNotices: Readonly<Record<StaffLanguage, NoticeTexts<RightsKind>>> = {
  es: {
    kinds: {
      access: 'Acceso',
      rectification: 'Rectificación',
      erasure: 'Supresión',
      objection: 'Oposición',
      portability: 'Portabilidad',
      blocking: 'Bloqueo',
    },
    newSubject: (count) =>
      plural('es', count, {
        one: 'Una solicitud nueva sobre datos personales',
        other: `${count} solicitudes nuevas sobre datos personales`,
      }),
    dueSubject: (count) =>
      plural('es', count, {
        one: 'Vence el plazo de una solicitud sobre datos personales',
        other: `Vence el plazo de ${count} solicitudes sobre datos personales`,
      }),
    until: (day) => `responder hasta el ${day}`,
    open: 'Abrir las solicitudes',
  },
  en: {
    kinds: {
      access: 'Access',
      rectification: 'Rectification',
      erasure: 'Erasure',
      objection: 'Objection',
      portability: 'Portability',
      blocking: 'Blocking',
    },
    newSubject: (count) =>
      plural('en', count, {
        one: 'A new request about personal data',
        other: `${count} new requests about personal data`,
      }),
    dueSubject: (count) =>
      plural('en', count, {
        one: 'A request about personal data is nearly due',
        other: `${count} requests about personal data are nearly due`,
      }),
    until: (day) => `answer by ${day}`,
    open: 'Open the requests',
  },
};

/** The mails to the authors of those requests. */
export const rightsReplies: Readonly<Record<Language, AuthorTexts>> = {
  es: {
    linkSubject: (number) => `Confirma tu solicitud ${number}`,
    linkText:
      'Alguien pidió algo sobre sus datos personales con este correo. Si fuiste tú, confírmalo. Si no, ignora este mensaje.',
    replySubject: (number) => `Respuesta a tu solicitud ${number}`,
    openPage: 'Ver la solicitud',
  },
  en: {
    linkSubject: (number) => `Confirm your request ${number}`,
    linkText:
      'Somebody made a request about their personal data with this address. If it was you, confirm it. If not, ignore this message.',
    replySubject: (number) => `Reply to your request ${number}`,
    openPage: 'See the request',
  },
  fr: {
    linkSubject: (number) => `Confirmez votre demande ${number}`,
    linkText:
      'Une demande sur des données personnelles a été faite avec cette adresse. Si c’était vous, confirmez-la. Sinon, ignorez ce message.',
    replySubject: (number) => `Réponse à votre demande ${number}`,
    openPage: 'Voir la demande',
  },
  pt: {
    linkSubject: (number) => `Confirme sua solicitação ${number}`,
    linkText:
      'Alguém fez uma solicitação sobre seus dados pessoais com este e-mail. Se foi você, confirme. Se não, ignore esta mensagem.',
    replySubject: (number) => `Resposta à sua solicitação ${number}`,
    openPage: 'Ver a solicitação',
  },
  de: {
    linkSubject: (number) => `Bestätigen Sie Ihren Antrag ${number}`,
    linkText:
      'Mit dieser Adresse wurde ein Antrag zu personenbezogenen Daten gestellt. Waren Sie das, bestätigen Sie ihn. Wenn nicht, ignorieren Sie diese Nachricht.',
    replySubject: (number) => `Antwort auf Ihren Antrag ${number}`,
    openPage: 'Antrag ansehen',
  },
};
