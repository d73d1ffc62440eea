import type { Language } from './languages.ts';

/** The first words to a passenger whose language is unknown: all five languages at once. */
export const greetings: Record<Language, { readonly hello: string; readonly invitation: string }> = {
  es: { hello: 'Hola', invitation: 'Toca aquí' },
  en: { hello: 'Hello', invitation: 'Tap here' },
  fr: { hello: 'Bonjour', invitation: 'Touchez ici' },
  pt: { hello: 'Olá', invitation: 'Toque aqui' },
  de: { hello: 'Hallo', invitation: 'Hier tippen' },
};
