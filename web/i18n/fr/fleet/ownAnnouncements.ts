import { plural } from '../../../../shared/plural.ts';

export const ownAnnouncements: typeof import('../../es/fleet/ownAnnouncements.ts').ownAnnouncements = {
  title: 'Messages de l’entreprise',
  menu: 'Messages',
  menuLine: 'De la part de l’entreprise',
  unread: (count, shown) => plural('fr', count, { one: `${shown} non lu`, other: `${shown} non lus` }),
  confirm: 'Je l’ai lu',
  read: 'Lu',
  unsent: 'Lu, mais l’entreprise ne le sait pas encore. L’envoi se fera dès qu’il y aura du réseau.',
  newPolicy: (version) =>
    `La politique de confidentialité a changé : la version ${version} s’applique désormais.`,
  readPolicy: 'Lire la politique',
};
