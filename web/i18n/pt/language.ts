import type { Words } from '../words.ts';

export const language: Words['language'] = {
  button: 'Idioma',
  select: 'Selecionar idioma',
  failed: 'Não foi possível carregar este idioma. Verifique a conexão.',
};
