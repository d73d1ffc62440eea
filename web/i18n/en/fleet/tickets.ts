export const tickets: typeof import('../../es/fleet/tickets.ts').tickets = {
  state: 'State',
  due: 'Answer by',
  language: 'Language',
  copy: 'Copy text',
  copied: 'Text copied',
  replyIn: (language) => `Reply in ${language}`,
  inSpanish: 'In Spanish',
  byMail: (address) => `Send it to ${address} too`,
  send: 'Send reply',
  again: 'Reply again',
  alsoWhatsapp: 'Send it by WhatsApp too',
  note: 'Internal note',
  addNote: 'Save note',
  noted: 'The note was saved.',
  mails: { waiting: 'email waiting', sent: 'email sent', failed: 'email not sent' },
  /** @param days until the deadline; negative after it. `shown` is their number without the sign. */
  deadline: {
    ahead: (day) => `answer by ${day}`,
    today: () => 'answer today',
    late: (day) => `was due ${day}`,
  },
};
