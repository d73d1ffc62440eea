import type { Language } from './languages.ts';

/** The settings of an installation that the page reads from its `<meta>` tags. */
export interface PageSettings {
  /** Without a trailing slash. Empty: the backend is where the page came from. */
  readonly backendUrl: string;
  /** Where people reach the app. Empty: where it was opened. */
  readonly publicUrl: string;
  readonly publishableKey: string;
  /** Administrators have to set up a second factor. */
  readonly requireAdminMfa: boolean;
  /** A shift begins only on a device whose driver has chosen a PIN. */
  readonly requireDriverPin: boolean;
  readonly brandName: string;
  /** Empty: the app shows its own, translated. */
  readonly brandTagline: string;
  /** In E.164, for example +56912345678. Empty: passengers see no WhatsApp link. */
  readonly whatsappNumber: string;
  /** An address in which `{query}` stands for the place to look for. */
  readonly mapsUrl: string;
  /** How long the rating button rests after a rating; 0 switches the rest off. */
  readonly ratingCooldownMinutes: number;
  readonly defaultLanguage: Language;
  /** One of `chileanZones`. */
  readonly companyZone: string;
  /** As `20-7`: the screen is dark from 20:00 to 7:00; or `off`. */
  readonly nightHours: string;
  /** `stored`: without a mail server, mails go into a folder of the server. Empty: not known, as on a static host. */
  readonly mail: 'sent' | 'stored' | '';
}

/** The name of the `<meta>` tag that holds a setting. */
export function metaName(setting: keyof PageSettings): string {
  return setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
