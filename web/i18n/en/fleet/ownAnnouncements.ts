import { plural } from '../../../../shared/plural.ts';

export const ownAnnouncements: typeof import('../../es/fleet/ownAnnouncements.ts').ownAnnouncements = {
  title: 'Announcements from the company',
  menu: 'Announcements',
  menuLine: 'From the company',
  unread: (count, shown) => plural('en', count, { one: `${shown} unread`, other: `${shown} unread` }),
  confirm: 'I have read it',
  read: 'Read',
  unsent: 'Read, but the company does not know yet. It is sent as soon as there is a signal.',
  newPolicy: (version) => `The privacy policy has changed: version ${version} applies now.`,
  readPolicy: 'Read the policy',
};
