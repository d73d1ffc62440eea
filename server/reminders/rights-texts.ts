import type { Language } from '../../shared/languages.ts';
import { plural } from '../../shared/plural.ts';
import type { RightsKind } from '../../shared/rights.ts';
import type { TicketTexts } from './texts.ts';

interface RightsTexts extends TicketTexts {
  readonly kinds: Readonly<Record<RightsKind, string>>;
  readonly linkSubject: (number: string) => string;
  readonly linkText: string;
}

/** The texts of the mails about requests under law 21.719. */
export const rightsTexts: Readonly<Record<Language, RightsTexts>> = {
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
    linkSubject: (number) => `Confirma tu solicitud ${number}`,
    linkText:
      'Alguien pidió algo sobre sus datos personales con este correo. Si fuiste tú, confírmalo. Si no, ignora este mensaje.',
    replySubject: (number) => `Respuesta a tu solicitud ${number}`,
    openPage: 'Ver la solicitud',
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
    linkSubject: (number) => `Confirm your request ${number}`,
    linkText:
      'Somebody made a request about their personal data with this address. If it was you, confirm it. If not, ignore this message.',
    replySubject: (number) => `Reply to your request ${number}`,
    openPage: 'See the request',
  },
  fr: {
    kinds: {
      access: 'Accès',
      rectification: 'Rectification',
      erasure: 'Effacement',
      objection: 'Opposition',
      portability: 'Portabilité',
      blocking: 'Blocage',
    },
    newSubject: (count) =>
      plural('fr', count, {
        one: 'Une nouvelle demande sur des données personnelles',
        other: `${count} nouvelles demandes sur des données personnelles`,
      }),
    dueSubject: (count) =>
      plural('fr', count, {
        one: 'Une demande sur des données personnelles arrive à échéance',
        other: `${count} demandes sur des données personnelles arrivent à échéance`,
      }),
    until: (day) => `répondre avant le ${day} inclus`,
    open: 'Ouvrir les demandes',
    linkSubject: (number) => `Confirmez votre demande ${number}`,
    linkText:
      'Une demande sur des données personnelles a été faite avec cette adresse. Si c’était vous, confirmez-la. Sinon, ignorez ce message.',
    replySubject: (number) => `Réponse à votre demande ${number}`,
    openPage: 'Voir la demande',
  },
  pt: {
    kinds: {
      access: 'Acesso',
      rectification: 'Retificação',
      erasure: 'Eliminação',
      objection: 'Oposição',
      portability: 'Portabilidade',
      blocking: 'Bloqueio',
    },
    newSubject: (count) =>
      plural('pt', count, {
        one: 'Uma nova solicitação sobre dados pessoais',
        other: `${count} novas solicitações sobre dados pessoais`,
      }),
    dueSubject: (count) =>
      plural('pt', count, {
        one: 'O prazo de uma solicitação sobre dados pessoais está terminando',
        other: `O prazo de ${count} solicitações sobre dados pessoais está terminando`,
      }),
    until: (day) => `responder até ${day}`,
    open: 'Abrir as solicitações',
    linkSubject: (number) => `Confirme sua solicitação ${number}`,
    linkText:
      'Alguém fez uma solicitação sobre seus dados pessoais com este e-mail. Se foi você, confirme. Se não, ignore esta mensagem.',
    replySubject: (number) => `Resposta à sua solicitação ${number}`,
    openPage: 'Ver a solicitação',
  },
  de: {
    kinds: {
      access: 'Auskunft',
      rectification: 'Berichtigung',
      erasure: 'Löschung',
      objection: 'Widerspruch',
      portability: 'Datenübertragung',
      blocking: 'Sperrung',
    },
    newSubject: (count) =>
      plural('de', count, {
        one: 'Ein neuer Antrag zu personenbezogenen Daten',
        other: `${count} neue Anträge zu personenbezogenen Daten`,
      }),
    dueSubject: (count) =>
      plural('de', count, {
        one: 'Die Frist eines Antrags zu personenbezogenen Daten läuft ab',
        other: `Die Frist von ${count} Anträgen zu personenbezogenen Daten läuft ab`,
      }),
    until: (day) => `Antwort bis ${day}`,
    open: 'Anträge öffnen',
    linkSubject: (number) => `Bestätigen Sie Ihren Antrag ${number}`,
    linkText:
      'Mit dieser Adresse wurde ein Antrag zu personenbezogenen Daten gestellt. Waren Sie das, bestätigen Sie ihn. Wenn nicht, ignorieren Sie diese Nachricht.',
    replySubject: (number) => `Antwort auf Ihren Antrag ${number}`,
    openPage: 'Antrag ansehen',
  },
};
