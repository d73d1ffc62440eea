import { localeOf, type Language } from '../../shared/languages.ts';
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
  readonly driverSubject: (documents: number) => string;
  readonly driverHeading: string;
  readonly driverIntro: string;
  readonly driverOutro: string;
  readonly open: (brand: string) => string;
  readonly digestSubject: (documents: number) => string;
  readonly digestHeading: string;
  readonly digestIntro: (documents: number) => string;
  /** Stands below a list that names only the first things of a mail. */
  readonly more: (rest: number) => string;
  readonly openDocuments: string;
  /** @param days until then; negative when the document has expired */
  readonly when: (day: string, days: number) => string;
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

/** The texts of the mails about documents; `more` serves every mail with a list. */
export const reminderTexts: Readonly<Record<Language, ReminderTexts>> = {
  es: {
    driverSubject: (documents) =>
      plural('es', documents, {
        one: 'Un documento está por vencer',
        other: `${documents} documentos están por vencer`,
      }),
    driverHeading: 'Revisa tus documentos',
    driverIntro: 'Estos documentos vencen pronto o ya vencieron:',
    driverOutro:
      'Renuévalos a tiempo. Puedes enviar el nuevo desde el menú del conductor, con el auto detenido.',
    open: (brand) => `Abrir ${brand}`,
    digestSubject: (documents) => `Vencimientos de la semana: ${documents}`,
    digestHeading: 'Vencimientos de la semana',
    digestIntro: (documents) => `Documentos vencidos o que vencen dentro de 30 días: ${documents}.`,
    more: (rest) => `Y ${rest} más.`,
    openDocuments: 'Abrir Vencimientos',
    when: (day, days) =>
      days < 0
        ? `venció el ${day}`
        : days === 0
          ? `vence hoy, ${day}`
          : `vence el ${day} (en ${days} ${plural('es', days, { one: 'día', other: 'días' })})`,
  },
  en: {
    driverSubject: (documents) =>
      plural('en', documents, {
        one: 'A document is about to expire',
        other: `${documents} documents are about to expire`,
      }),
    driverHeading: 'Check your documents',
    driverIntro: 'These documents expire soon or have expired:',
    driverOutro:
      'Renew them in time. You can send the new one from the driver’s menu while the car is parked.',
    open: (brand) => `Open ${brand}`,
    digestSubject: (documents) => `Documents expiring this week and soon: ${documents}`,
    digestHeading: 'Expiring documents',
    digestIntro: (documents) => `Documents that have expired or expire within 30 days: ${documents}.`,
    more: (rest) => `And ${rest} more.`,
    openDocuments: 'Open the list',
    when: (day, days) =>
      days < 0
        ? `expired on ${day}`
        : days === 0
          ? `expires today, ${day}`
          : `expires on ${day} (in ${days} ${plural('en', days, { one: 'day', other: 'days' })})`,
  },
  fr: {
    driverSubject: (documents) =>
      plural('fr', documents, {
        one: 'Un document va expirer',
        other: `${documents} documents vont expirer`,
      }),
    driverHeading: 'Vérifiez vos documents',
    driverIntro: 'Ces documents expirent bientôt ou ont expiré :',
    driverOutro:
      'Renouvelez-les à temps. Vous pouvez envoyer le nouveau depuis le menu du chauffeur, voiture à l’arrêt.',
    open: (brand) => `Ouvrir ${brand}`,
    digestSubject: (documents) => `Échéances de la semaine : ${documents}`,
    digestHeading: 'Échéances de la semaine',
    digestIntro: (documents) => `Documents expirés ou qui expirent dans les 30 jours : ${documents}.`,
    more: (rest) => `Et ${rest} de plus.`,
    openDocuments: 'Ouvrir les échéances',
    when: (day, days) =>
      days < 0
        ? `expiré le ${day}`
        : days === 0
          ? `expire aujourd’hui, ${day}`
          : `expire le ${day} (dans ${days} ${plural('fr', days, { one: 'jour', other: 'jours' })})`,
  },
  pt: {
    driverSubject: (documents) =>
      plural('pt', documents, {
        one: 'Um documento está para vencer',
        other: `${documents} documentos estão para vencer`,
      }),
    driverHeading: 'Confira seus documentos',
    driverIntro: 'Estes documentos vencem em breve ou já venceram:',
    driverOutro: 'Renove-os a tempo. Você pode enviar o novo pelo menu do motorista, com o carro parado.',
    open: (brand) => `Abrir ${brand}`,
    digestSubject: (documents) => `Vencimentos da semana: ${documents}`,
    digestHeading: 'Vencimentos da semana',
    digestIntro: (documents) => `Documentos vencidos ou que vencem em até 30 dias: ${documents}.`,
    more: (rest) => `E mais ${rest}.`,
    openDocuments: 'Abrir Vencimentos',
    when: (day, days) =>
      days < 0
        ? `venceu em ${day}`
        : days === 0
          ? `vence hoje, ${day}`
          : `vence em ${day} (em ${days} ${plural('pt', days, { one: 'dia', other: 'dias' })})`,
  },
  de: {
    driverSubject: (documents) =>
      plural('de', documents, {
        one: 'Ein Dokument läuft bald ab',
        other: `${documents} Dokumente laufen bald ab`,
      }),
    driverHeading: 'Prüfen Sie Ihre Dokumente',
    driverIntro: 'Diese Dokumente laufen bald ab oder sind abgelaufen:',
    driverOutro:
      'Erneuern Sie sie rechtzeitig. Das neue können Sie im Fahrermenü senden, wenn das Auto steht.',
    open: (brand) => `${brand} öffnen`,
    digestSubject: (documents) => `Ablaufende Dokumente: ${documents}`,
    digestHeading: 'Ablaufende Dokumente',
    digestIntro: (documents) => `Dokumente, die abgelaufen sind oder in 30 Tagen ablaufen: ${documents}.`,
    more: (rest) => `Und ${rest} weitere.`,
    openDocuments: 'Liste öffnen',
    when: (day, days) =>
      days < 0
        ? `abgelaufen am ${day}`
        : days === 0
          ? `läuft heute ab, ${day}`
          : `läuft am ${day} ab (in ${days} ${plural('de', days, { one: 'Tag', other: 'Tagen' })})`,
  },
};

/** The first lines of a list, and how many more things there are. @param total with those that the lines leave out */
export function listLines(lines: readonly string[], total: number, language: Language): readonly string[] {
  const rest = total - lines.length;
  return rest > 0 ? [...lines, reminderTexts[language].more(rest)] : lines;
}

/** The texts of the mails about cases, or about requests. */
export interface TicketTexts {
  readonly kinds: Readonly<Record<string, string>>;
  readonly newSubject: (count: number) => string;
  readonly dueSubject: (count: number) => string;
  readonly until: (day: string) => string;
  readonly open: string;
  readonly replySubject: (number: string) => string;
  readonly openPage: string;
}
