import { plural } from '../../../../shared/plural.ts';

export const tickets: typeof import('../../es/fleet/tickets.ts').tickets = {
  state: 'Status',
  due: 'Antwort bis',
  language: 'Sprache',
  email: 'E-Mail',
  phone: 'Telefon',
  replyIn: (language) => `Antwort auf ${language}`,
  inSpanish: 'Auf Spanisch',
  byMail: (address) => `Auch an ${address} senden`,
  send: 'Antwort senden',
  alsoWhatsapp: 'Auch per WhatsApp senden',
  note: 'Interne Notiz',
  addNote: 'Notiz speichern',
  noted: 'Die Notiz ist gespeichert.',
  mails: { waiting: 'E-Mail wartet', sent: 'E-Mail gesendet', failed: 'E-Mail nicht gesendet' },
  /** @param days until the deadline; negative after it. `shown` is their number without the sign. */
  daysLeft: (days, shown) => {
    if (days === 0) return 'heute antworten';
    if (days > 0) return plural('de', days, { one: `noch ${shown} Tag`, other: `noch ${shown} Tage` });
    return plural('de', -days, { one: `${shown} Tag überfällig`, other: `${shown} Tage überfällig` });
  },
};
