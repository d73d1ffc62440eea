import type { Messages } from '../messages.ts';

export const language: Messages['language'] = {
  button: 'Idioma',
  select: 'Selecionar idioma',
  failed: 'Não foi possível carregar este idioma. Verifique a conexão.',
};
