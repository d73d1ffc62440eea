import type { Messages } from '../messages.ts';

export const language: Messages['language'] = {
  button: 'Langue',
  select: 'Choisir la langue',
  failed: 'Cette langue n’a pas pu être chargée. Vérifiez la connexion.',
};
