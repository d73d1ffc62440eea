import type { Messages } from '../messages.ts';

export const language: Messages['language'] = {
  button: 'Language',
  select: 'Select language',
  failed: 'This language could not be loaded. Check your connection.',
};
