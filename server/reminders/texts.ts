import { localeOf, type Language } from '../../shared/languages.ts';
import type { StaffLanguage } from '../../shared/staff-languages.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { plural } from '../../shared/plural.ts';

/** A document that a mail names. */
export interface ReminderLine {
  readonly kind: string;
  /** The driver's name or the vehicle's plate. */
  readonly owner_name: string;
  /** `2026-11-30` */
  readonly expires_on: string;
}

interface ReminderTexts {
  readonly subject: (documents: number) => string;
  readonly heading: string;
  readonly intro: string;
  readonly outro: string;
  readonly open: (brand: string) => string;
  /** @param days until then; negative when the document has expired */
  readonly when: (day: string, days: number) => string;
}

interface DigestTexts {
  readonly subject: (documents: number) => string;
  readonly heading: string;
  readonly intro: (documents: number) => string;
  readonly open: string;
  /** Stands below a list that names only the first things of a mail. */
  readonly more: (rest: number) => string;
}

const dayInMilliseconds = 24 * 60 * 60_000;

/** @param day `2026-11-30` */
export function formatDay(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
  return format.format(new Date(day));
}

/** Days from today in Chile until the day; negative after it. */
export function daysUntil(day: string, now: Date): number {
  return Math.round((Date.parse(day) - Date.parse(chileanDay(now))) / dayInMilliseconds);
}

/** The mails to drivers about their documents; `when` serves the digest too. */
export const reminderTexts: Readonly<Record<Language, ReminderTexts>> = {
  es: {
    subject: (documents) =>
      plural('es', documents, {
        one: 'Un documento está por vencer',
        other: `${documents} documentos están por vencer`,
      }),
    heading: 'Revisa tus documentos',
    intro: 'Estos documentos vencen pronto o ya vencieron:',
    outro: 'Renuévalos a tiempo. Puedes enviar el nuevo desde el menú del conductor, con el auto detenido.',
    open: (brand) => `Abrir ${brand}`,
    when: (day, days) =>
      days < 0
        ? `venció el ${day}`
        : days === 0
          ? `vence hoy, ${day}`
          : `vence el ${day} (en ${days} ${plural('es', days, { one: 'día', other: 'días' })})`,
  },
  en: {
    subject: (documents) =>
      plural('en', documents, {
        one: 'A document is about to expire',
        other: `${documents} documents are about to expire`,
      }),
    heading: 'Check your documents',
    intro: 'These documents expire soon or have expired:',
    outro: 'Renew them in time. You can send the new one from the driver’s menu while the car is parked.',
    open: (brand) => `Open ${brand}`,
    when: (day, days) =>
      days < 0
        ? `expired on ${day}`
        : days === 0
          ? `expires today, ${day}`
          : `expires on ${day} (in ${days} ${plural('en', days, { one: 'day', other: 'days' })})`,
  },
  fr: {
    subject: (documents) =>
      plural('fr', documents, {
        one: 'Un document va expirer',
        other: `${documents} documents vont expirer`,
      }),
    heading: 'Vérifiez vos documents',
    intro: 'Ces documents expirent bientôt ou ont expiré :',
    outro:
      'Renouvelez-les à temps. Vous pouvez envoyer le nouveau depuis le menu du chauffeur, voiture à l’arrêt.',
    open: (brand) => `Ouvrir ${brand}`,
    when: (day, days) =>
      days < 0
        ? `expiré le ${day}`
        : days === 0
          ? `expire aujourd’hui, ${day}`
          : `expire le ${day} (dans ${days} ${plural('fr', days, { one: 'jour', other: 'jours' })})`,
  },
  pt: {
    subject: (documents) =>
      plural('pt', documents, {
        one: 'Um documento está para vencer',
        other: `${documents} documentos estão para vencer`,
      }),
    heading: 'Confira seus documentos',
    intro: 'Estes documentos vencem em breve ou já venceram:',
    outro: 'Renove-os a tempo. Você pode enviar o novo pelo menu do motorista, com o carro parado.',
    open: (brand) => `Abrir ${brand}`,
    when: (day, days) =>
      days < 0
        ? `venceu em ${day}`
        : days === 0
          ? `vence hoje, ${day}`
          : `vence em ${day} (em ${days} ${plural('pt', days, { one: 'dia', other: 'dias' })})`,
  },
  de: {
    subject: (documents) =>
      plural('de', documents, {
        one: 'Ein Dokument läuft bald ab',
        other: `${documents} Dokumente laufen bald ab`,
      }),
    heading: 'Prüfen Sie Ihre Dokumente',
    intro: 'Diese Dokumente laufen bald ab oder sind abgelaufen:',
    outro: 'Erneuern Sie sie rechtzeitig. Das neue können Sie im Fahrermenü senden, wenn das Auto steht.',
    open: (brand) => `${brand} öffnen`,
    when: (day, days) =>
      days < 0
        ? `abgelaufen am ${day}`
        : days === 0
          ? `läuft heute ab, ${day}`
          : `läuft am ${day} ab (in ${days} ${plural('de', days, { one: 'Tag', other: 'Tagen' })})`,
  },
};

/** The weekly mail to administrators about documents; `more` serves every mail with a list. */
export const digestTexts: Readonly<Record<StaffLanguage, DigestTexts>> = {
  es: {
    subject: (documents) => `Vencimientos de la semana: ${documents}`,
    heading: 'Vencimientos de la semana',
    intro: (documents) => `Documentos vencidos o que vencen dentro de 30 días: ${documents}.`,
    open: 'Abrir Documentos',
    more: (rest) => `Y ${rest} más.`,
  },
  en: {
    subject: (documents) => `Documents expiring this week and soon: ${documents}`,
    heading: 'Expiring documents',
    intro: (documents) => `Documents that have expired or expire within 30 days: ${documents}.`,
    open: 'Open the list',
    more: (rest) => `And ${rest} more.`,
  },
};

/** The first lines of a list, and how many more things there are. @param total with those that the lines leave out */
export function listLines(
  lines: readonly string[],
  total: number,
  language: StaffLanguage,
): readonly string[] {
  const rest = total - lines.length;
  return rest > 0 ? [...lines, digestTexts[language].more(rest)] : lines;
}

/** The mails to staff about new and nearly due tickets of one subject. */
export interface NoticeTexts<Kind extends string = string> {
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly newSubject: (count: number) => string;
  readonly dueSubject: (count: number) => string;
  readonly until: (day: string) => string;
  readonly open: string;
}

/** The mails to authors of tickets with the reply of staff. */
export interface ReplyTexts {
  readonly replySubject: (number: string) => string;
  readonly openPage: string;
}
