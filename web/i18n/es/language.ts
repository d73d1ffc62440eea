/** The language dialog. The names of the languages are in `languages.ts`. */
export const language = {
  button: 'Idioma',
  select: 'Seleccionar idioma',
  failed: 'No se pudo cargar este idioma. Revisa la conexión.',
};
