import type { CaseKind } from '../../shared/cases.ts';
import type { Language } from '../../shared/languages.ts';
import { plural } from '../../shared/plural.ts';
import type { TicketTexts } from './texts.ts';

interface CaseTexts extends TicketTexts {
  readonly kinds: Readonly<Record<CaseKind, string>>;
}

/** The texts of the mails about cases. */
export const caseTexts: Readonly<Record<Language, CaseTexts>> = {
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
    replySubject: (number) => `Respuesta a tu caso ${number}`,
    openPage: 'Ver tu caso',
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
    replySubject: (number) => `Reply to your case ${number}`,
    openPage: 'See your case',
  },
  fr: {
    kinds: {
      lost: 'Objet perdu',
      complaint: 'Réclamation',
      receipt: 'Reçu',
      accessibility: 'Accessibilité',
      other: 'Autre',
    },
    newSubject: (cases) =>
      plural('fr', cases, { one: 'Un nouveau dossier', other: `${cases} nouveaux dossiers` }),
    dueSubject: (count) =>
      plural('fr', count, {
        one: 'Un passager attend une réponse',
        other: `${count} passagers attendent une réponse`,
      }),
    until: (day) => `répondre avant le ${day} inclus`,
    open: 'Ouvrir les dossiers',
    replySubject: (number) => `Réponse à votre demande ${number}`,
    openPage: 'Voir votre demande',
  },
  pt: {
    kinds: {
      lost: 'Objeto perdido',
      complaint: 'Reclamação',
      receipt: 'Recibo',
      accessibility: 'Acessibilidade',
      other: 'Outro',
    },
    newSubject: (cases) => plural('pt', cases, { one: 'Um caso novo', other: `${cases} casos novos` }),
    dueSubject: (count) =>
      plural('pt', count, {
        one: 'Um passageiro espera resposta',
        other: `${count} passageiros esperam resposta`,
      }),
    until: (day) => `responder até ${day}`,
    open: 'Abrir os casos',
    replySubject: (number) => `Resposta ao seu caso ${number}`,
    openPage: 'Ver seu caso',
  },
  de: {
    kinds: {
      lost: 'Fundsache',
      complaint: 'Beschwerde',
      receipt: 'Beleg',
      accessibility: 'Barrierefreiheit',
      other: 'Anderes',
    },
    newSubject: (cases) => plural('de', cases, { one: 'Ein neuer Fall', other: `${cases} neue Fälle` }),
    dueSubject: (count) =>
      plural('de', count, {
        one: 'Ein Fahrgast wartet auf Antwort',
        other: `${count} Fahrgäste warten auf Antwort`,
      }),
    until: (day) => `Antwort bis ${day}`,
    open: 'Fälle öffnen',
    replySubject: (number) => `Antwort auf Ihre Anfrage ${number}`,
    openPage: 'Anfrage ansehen',
  },
};
