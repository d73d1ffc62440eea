import { plural } from '../../../../shared/plural.ts';

export const tickets: typeof import('../../es/fleet/tickets.ts').tickets = {
  state: 'État',
  due: 'Répondre d’ici au',
  language: 'Langue',
  email: 'E-mail',
  phone: 'Téléphone',
  replyIn: (language) => `Réponse en ${language}`,
  inSpanish: 'En espagnol',
  byMail: (address) => `L’envoyer aussi à ${address}`,
  send: 'Envoyer la réponse',
  alsoWhatsapp: 'L’envoyer aussi par WhatsApp',
  note: 'Remarque interne',
  addNote: 'Ajouter la remarque',
  noted: 'La remarque a été enregistrée.',
  mails: { waiting: 'e-mail à envoyer', sent: 'e-mail envoyé', failed: 'e-mail non envoyé' },
  /** @param days until the deadline; negative after it. `shown` is their number without the sign. */
  daysLeft: (days, shown) => {
    if (days === 0) return 'répondre aujourd’hui';
    if (days > 0)
      return plural('fr', days, { one: `${shown} jour restant`, other: `${shown} jours restants` });
    return plural('fr', -days, { one: `${shown} jour de retard`, other: `${shown} jours de retard` });
  },
};
