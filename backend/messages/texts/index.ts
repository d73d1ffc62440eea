import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';
import type { MessageTexts } from './types.ts';

export const messageTexts = { es, en, fr, pt, de } satisfies Readonly<Record<string, MessageTexts>>;

/** A language in which the backend can write mails and text messages. */
export type Language = keyof typeof messageTexts;
