import { plural } from '../../../../shared/plural.ts';

export const ownAnnouncements: typeof import('../../es/fleet/ownAnnouncements.ts').ownAnnouncements = {
  title: 'Avisos da empresa',
  menu: 'Avisos',
  menuLine: 'Mensagens da empresa',
  unread: (count, shown) => plural('pt', count, { one: `${shown} não lido`, other: `${shown} não lidos` }),
  confirm: 'Eu li',
  read: 'Lido',
  unsent: 'Lido, mas a empresa ainda não sabe. O envio é feito assim que houver sinal.',
  newPolicy: (version) => `A política de privacidade mudou: agora vale a versão ${version}.`,
  readPolicy: 'Ler a política',
};
