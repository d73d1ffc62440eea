import { plural } from '../../../../shared/plural.ts';

/** The words that cases and requests about personal data share in the administration panel. */
export const tickets = {
  state: 'Estado',
  due: 'Responder hasta',
  language: 'Idioma',
  email: 'Correo',
  phone: 'Teléfono',
  replyIn: (language: string) => `Respuesta en ${language}`,
  inSpanish: 'En español',
  byMail: (address: string) => `Enviarla también a ${address}`,
  send: 'Enviar respuesta',
  alsoWhatsapp: 'Enviarla también por WhatsApp',
  note: 'Nota interna',
  addNote: 'Guardar nota',
  noted: 'Se guardó la nota.',
  mails: { waiting: 'correo por enviar', sent: 'correo enviado', failed: 'correo no enviado' },
  /** @param days until the deadline; negative after it. `shown` is their number without the sign. */
  daysLeft: (days: number, shown: string) => {
    if (days === 0) return 'responder hoy';
    if (days > 0) return plural('es', days, { one: `queda ${shown} día`, other: `quedan ${shown} días` });
    return plural('es', -days, { one: `${shown} día de atraso`, other: `${shown} días de atraso` });
  },
};
