import type { Messages } from '../messages.ts';

export const language: Messages['language'] = {
  button: 'Sprache',
  select: 'Sprache auswählen',
  failed: 'Diese Sprache konnte nicht geladen werden. Prüfen Sie die Verbindung.',
};
