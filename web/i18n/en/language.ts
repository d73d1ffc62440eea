import type { Words } from '../words.ts';

export const language: Words['language'] = {
  button: 'Language',
  select: 'Select language',
  failed: 'This language could not be loaded. Check the connection.',
};
