import type { DocumentKind } from '../../data/documents/documents.ts';
import { fold } from '../../util/fold.ts';

/** A kind of documents, as far as its name tells it. */
export type NamedKind = Pick<DocumentKind, 'id' | 'owner' | 'name'>;

/** How people write the kinds that a new installation has, besides their names. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  'permiso de circulacion': ['permiso', 'circulacion', 'permiso circ', 'perm circulacion', 'pcirc'],
  soap: ['seguro obligatorio', 'seguro soap', 'poliza soap', 'soat', 'seguro obligatorio accidentes'],
  'revision tecnica': ['revision', 'rev tecnica', 'rev tec', 'rt', 'prt', 'planta revisora', 'tecnica'],
  seguro: ['poliza', 'poliza seguro', 'seguro automotriz', 'seguro auto', 'seguro vehiculo'],
  rnstp: ['registro nacional', 'certificado rnstp', 'inscripcion rnstp', 'registro transporte'],
  'licencia a1': ['a1', 'lic a1', 'licencia conducir a1', 'licencia clase a1', 'licencia'],
  'licencia a2': ['a2', 'lic a2', 'licencia conducir a2', 'licencia clase a2', 'licencia'],
  'licencia a3': ['a3', 'lic a3', 'licencia conducir a3', 'licencia clase a3', 'licencia'],
};

const small = new Set(['de', 'del', 'la', 'el', 'los', 'las', 'y', 'e', 'a']);

/** Lower case without accents, signs as spaces: “Rev._Técnica” is “rev tecnica”. */
function plainWords(text: string): readonly string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The words of a text; “licencia a 2” has `a2` too. */
function wordsIn(text: string): readonly string[] {
  const words = plainWords(text);
  const letter = words.flatMap((word, index) =>
    word === 'a' && /^[123]$/.test(words[index + 1] ?? '') ? [`a${words[index + 1]}`] : [],
  );
  return [...words, ...letter];
}

/** Every way of writing a kind, as lists of words. */
function phrasesOf({ name }: NamedKind): readonly (readonly string[])[] {
  const words = plainWords(name);
  const others = synonyms[words.join(' ')] ?? [];
  return [words, ...others.map((each) => each.split(' '))].map((phrase) => {
    const telling = phrase.filter((word) => !small.has(word));
    return telling.length > 0 ? telling : phrase;
  });
}

/**
 * The kinds that a text names: those of exactly this name, else those that its words tell, whatever their case, accents,
 * separators and order. The longest name counts. None where the text could be several of one owner, as “licencia”.
 */
export function findKinds(text: string, kinds: readonly NamedKind[]): readonly NamedKind[] {
  const exact = kinds.filter(({ name }) => fold(name).trim() === fold(text).trim());
  const words = new Set(wordsIn(text));
  const scored = kinds.flatMap((kind) =>
    phrasesOf(kind)
      .filter((phrase) => phrase.every((word) => words.has(word)) || words.has(phrase.join('')))
      .map((phrase) => ({ kind, length: phrase.join('').length })),
  );
  const longest = Math.max(0, ...scored.map(({ length }) => length));
  const told = new Set(scored.filter(({ length }) => length === longest).map(({ kind }) => kind));
  const found = exact.length > 0 ? exact : [...told];
  return found.length > new Set(found.map(({ owner }) => owner)).size ? [] : found;
}
