import type { Words } from '../words.ts';

export const language: Words['language'] = {
  button: 'Sprache',
  select: 'Sprache auswählen',
  failed: 'Diese Sprache konnte nicht geladen werden. Prüfen Sie die Verbindung.',
};
