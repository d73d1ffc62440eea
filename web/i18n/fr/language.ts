import type { Words } from '../words.ts';

export const language: Words['language'] = {
  button: 'Langue',
  select: 'Choisir la langue',
  failed: 'Cette langue n’a pas pu être chargée. Vérifiez la connexion.',
};
