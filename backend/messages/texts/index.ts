import type { Language } from '../languages.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';
import type { MessageTexts } from './types.ts';

export const messageTexts: Readonly<Record<Language, MessageTexts>> = { es, en, fr, pt, de };
