export const waiting: typeof import('../es/waiting.ts').waiting = {
  title: 'Ihre Registrierung wird geprüft',
  text: 'Das Unternehmen hat Ihren Eintrag noch nicht freigegeben. Sobald das geschieht, öffnet sich diese Seite automatisch.',
  contact: 'Bei Fragen wenden Sie sich an das Unternehmen.',
  check: 'Jetzt nachsehen',
  still: 'Noch in Prüfung.',
};
