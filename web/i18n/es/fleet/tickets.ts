/** The words that cases and requests about personal data share in the administration panel. */
export const tickets = {
  state: 'Estado',
  due: 'Responder hasta',
  language: 'Idioma',
  copy: 'Copiar texto',
  copied: 'Texto copiado',
  replyIn: (language: string) => `Respuesta en ${language}`,
  inSpanish: 'En español',
  byMail: (address: string) => `Enviarla también a ${address}`,
  send: 'Enviar respuesta',
  again: 'Responder otra vez',
  alsoWhatsapp: 'Enviarla también por WhatsApp',
  note: 'Nota interna',
  addNote: 'Guardar nota',
  noted: 'Se guardó la nota.',
  mails: { waiting: 'correo por enviar', sent: 'correo enviado', failed: 'correo no enviado' },
  deadline: {
    ahead: (day: string) => `responde hasta el ${day}`,
    today: (_day: string) => 'responde hoy',
    late: (day: string) => `venció el ${day}`,
  },
};
