import type { Language } from '../languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';
import type { MessageWords } from './types.ts';

/** The words of our messages by language. */
export const messageWords: Readonly<Record<Language, MessageWords>> = { es, en, fr, pt, de };
