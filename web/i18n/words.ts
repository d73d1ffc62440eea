/**
 * The words of the first load. Spanish defines them; the other languages satisfy this type.
 * A new area is one file and one line in `<language>/index.ts` for each language.
 */
export type Words = typeof import('./es/index.ts');
