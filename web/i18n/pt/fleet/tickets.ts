import { plural } from '../../../../shared/plural.ts';

export const tickets: typeof import('../../es/fleet/tickets.ts').tickets = {
  state: 'Situação',
  due: 'Responder até',
  language: 'Idioma',
  email: 'E-mail',
  phone: 'Telefone',
  replyIn: (language) => `Resposta em ${language}`,
  inSpanish: 'Em espanhol',
  byMail: (address) => `Enviar também para ${address}`,
  send: 'Enviar resposta',
  alsoWhatsapp: 'Enviar também pelo WhatsApp',
  note: 'Nota interna',
  addNote: 'Salvar nota',
  noted: 'A nota foi salva.',
  mails: { waiting: 'e-mail a enviar', sent: 'e-mail enviado', failed: 'e-mail não enviado' },
  /** @param days until the deadline; negative after it. `shown` is their number without the sign. */
  daysLeft: (days, shown) => {
    if (days === 0) return 'responder hoje';
    if (days > 0) return plural('pt', days, { one: `falta ${shown} dia`, other: `faltam ${shown} dias` });
    return plural('pt', -days, { one: `${shown} dia de atraso`, other: `${shown} dias de atraso` });
  },
};
