import { plural } from '../../../../shared/plural.ts';

export const ownAnnouncements: typeof import('../../es/fleet/ownAnnouncements.ts').ownAnnouncements = {
  title: 'Mitteilungen des Unternehmens',
  menu: 'Mitteilungen',
  menuLine: 'Nachrichten des Unternehmens',
  unread: (count, shown) => plural('de', count, { one: `${shown} ungelesen`, other: `${shown} ungelesen` }),
  confirm: 'Gelesen',
  read: 'Gelesen',
  unsent: 'Gelesen, aber das Unternehmen weiß es noch nicht. Es wird gesendet, sobald es Empfang gibt.',
  newPolicy: (version) => `Die Datenschutzerklärung wurde geändert: Jetzt gilt Version ${version}.`,
  readPolicy: 'Datenschutzerklärung lesen',
};
