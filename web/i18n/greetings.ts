import type { Language } from './languages.ts';

/** The first words to whoever takes a seat, before anybody knows the language: all five at once. */
export const greetings: Record<Language, { readonly hello: string; readonly invitation: string }> = {
  es: { hello: 'Hola', invitation: 'Toca aquí' },
  en: { hello: 'Hello', invitation: 'Tap here' },
  fr: { hello: 'Bonjour', invitation: 'Touchez ici' },
  pt: { hello: 'Olá', invitation: 'Toque aqui' },
  de: { hello: 'Hallo', invitation: 'Hier tippen' },
};
