/**
 * The messages of the first load. Spanish defines them; the other languages satisfy this type.
 * A new namespace is one file and one line in `<language>/index.ts` for each language.
 */
export type Messages = typeof import('./es/index.ts');
