import {
  backupStoreSettings,
  installationSettings,
  keySettings,
  objectStoreSettings,
  serverSettings,
  parsers,
  smtpSettings,
  type Environment as BackendEnvironment,
  type Setting,
  type SettingTable,
  type Variables,
} from '../../backend/index.ts';
import type { PageSettings } from '../../shared/page-settings.ts';
import { chileanZones } from '../../shared/chile/zone.ts';
import { languages } from '../../shared/languages.ts';
import { parseLanguage, parseNightHours, parseTelephone } from './parsers.ts';

type PageTable = { readonly [Key in keyof Omit<PageSettings, 'backendUrl' | 'mail'>]: Setting };

/** The settings that a page needs. A static build takes them from `VITE_` and their names. */
export const pageSettings = {
  publicUrl: serverSettings.publicUrl,
  publishableKey: keySettings.publishable,
  requireAdminMfa: serverSettings.requireAdminMfa,
  requireDriverPin: {
    name: 'REQUIRE_DRIVER_PIN',
    default: 'false',
    parse: parsers.parseBoolean,
    description:
      'With `true`, a shift begins only on a device whose driver has chosen a PIN for the driver’s menu, and the PIN cannot be removed. Browsers store one on https only: elsewhere nothing is required.',
  },
  brandName: {
    name: 'BRAND_NAME',
    default: 'Andes Transfer',
    parse: parsers.textUpTo(120),
    description:
      'Name of the company, of at most 120 characters, in mails and, until somebody edits the content, on every screen.',
  },
  brandTagline: {
    name: 'BRAND_TAGLINE',
    default: '',
    shownDefault: 'translated',
    parse: parsers.textUpTo(160),
    description:
      'Line under the name, until somebody edits the content. Without it the app shows its own, translated.',
  },
  whatsappNumber: {
    name: 'WHATSAPP_NUMBER',
    default: '',
    shownDefault: 'none',
    parse: parseTelephone,
    description:
      'Number behind the WhatsApp link and QR code, until somebody edits the content, for example +56912345678. A Chilean number may lack its country code: 912345678 is the same. The start prints the number as it understood it. Without one, passengers see no WhatsApp link.',
  },
  mapsUrl: {
    name: 'MAPS_URL',
    default: 'https://www.google.com/maps/search/?api=1&query={query}',
    parse: parsers.parseUrl,
    description:
      'Maps service of the “My location” button, until somebody edits the content. `{query}` stands for the coordinates, if there are any.',
  },
  ratingCooldownMinutes: {
    name: 'RATING_REST_MINUTES',
    default: '10',
    parse: parsers.countFrom(0, 1440),
    description:
      'Cooldown of the rating button after a rating, so that each trip is rated once: 0 (none) to 1440 minutes.',
  },
  defaultLanguage: {
    name: 'DEFAULT_LANGUAGE',
    default: 'es',
    parse: parseLanguage,
    description: `Language of a device that has not chosen one: ${languages.map((each) => `\`${each}\``).join(', ')}.`,
  },
  companyZone: {
    name: 'COMPANY_ZONE',
    default: 'America/Santiago',
    parse: parsers.choiceOf(...chileanZones),
    description: `Time zone of the company, for days, trips, prices and the times that the panel shows: ${chileanZones.map((each) => `\`${each}\``).join(', ')}. Days that the report has counted stay as they are.`,
  },
  nightHours: {
    name: 'NIGHT_HOURS',
    default: '20-7',
    parse: parseNightHours,
    description:
      'When the screen in the vehicle turns dark by itself: two full hours of the device’s own clock, or `off`. It always follows a device that is set to dark.',
  },
} as const satisfies PageTable;

/** The settings that the product's SQL reads. */
export const policySettings = {
  driverApproval: {
    name: 'DRIVER_APPROVAL',
    default: 'automatic',
    parse: parsers.choiceOf('automatic', 'manual'),
    description:
      'Whether new drivers see the home screen at once. With `manual` they wait until an administrator approves them, and so does a driver’s new photo. With `automatic` a registration is admitted, and waits from then on if it repeats a code or looks like a former driver’s. The company’s vehicles and documents need an administrator’s approval either way.',
  },
  reviewsPerHour: {
    name: 'REVIEWS_PER_HOUR',
    default: '10',
    parse: parsers.countFrom(0),
    description:
      'Ratings that one driver can get within an hour on the tablet, and as many by link. The server refuses further ones. `0` means no limit.',
  },
  shiftRetentionDays: {
    name: 'SHIFT_RETENTION_DAYS',
    default: '365',
    parse: parsers.countFrom(30, 3650),
    description:
      'Days that an ended shift stays, also when its driver or vehicle is deleted: 30 to 3650. It answers who drove which vehicle.',
  },
  formerDriverRetentionDays: {
    name: 'FORMER_DRIVER_RETENTION_DAYS',
    default: '365',
    parse: parsers.countFrom(30, 3650),
    description:
      'Days that the record of a driver who has left stays, with its photos and documents: 30 to 3650. The server then deletes it, with the account that leaving blocked.',
  },
  caseAnswerDays: {
    name: 'CASE_ANSWER_DAYS',
    default: '5',
    parse: parsers.countFrom(1, 60),
    description:
      'Working days within which the company answers a passenger’s case: 1 to 60. Monday to Friday count, without Chile’s national public holidays; those of elections are not known.',
  },
  caseRetentionDays: {
    name: 'CASE_RETENTION_DAYS',
    default: '90',
    parse: parsers.countFrom(30, 3650),
    description:
      'Days after the closing of a case after which the passenger’s data go: words, contact, photo and replies. 30 to 3650. Kind, times, driver and vehicle stay for the figures.',
  },
  reportMail: {
    name: 'REPORT_MAIL',
    default: 'true',
    parse: parsers.parseBoolean,
    description:
      'Whether administrators get the figures of the past month by mail, in the first days of the next one: true or false. Needs a mail server.',
  },
  tripPassengerRetentionDays: {
    name: 'TRIP_PASSENGER_RETENTION_DAYS',
    default: '30',
    parse: parsers.countFrom(1, 365),
    description:
      'Days after a trip after which everything about its passenger goes: name, number, addresses, notes and the message. 1 to 365. The trip stays without a person.',
  },
  tripRetentionDays: {
    name: 'TRIP_RETENTION_DAYS',
    default: '730',
    parse: parsers.countFrom(30, 3650),
    description: 'Days that a trip stays, without its passenger, for the figures of the company: 30 to 3650.',
  },
  cardRetentionDays: {
    name: 'CARD_RETENTION_DAYS',
    default: '730',
    parse: parsers.countFrom(30, 3650),
    description:
      'Days that a printed card or a receipt stays in the register, and the page of the receipt on the passenger’s phone: 30 to 3650. The folios go on counting.',
  },
} as const satisfies SettingTable;

/** Every variable that the product reads. */
export type Environment = BackendEnvironment &
  Variables<typeof pageSettings> &
  Variables<typeof policySettings>;

const securityContact: Setting = {
  ...serverSettings.securityContact,
  shownDefault: 'https://wa.me/WHATSAPP_NUMBER, or PUBLIC_URL',
};

/** All settings, in the order of `docs/configuration.md`. */
export const allSettings: readonly Setting[] = [
  ...new Map<string, Setting>(
    [
      ...Object.values({ ...serverSettings, securityContact }),
      ...Object.values(installationSettings),
      ...Object.values(objectStoreSettings),
      ...Object.values(backupStoreSettings),
      ...Object.values(keySettings),
      ...Object.values(smtpSettings),
      ...Object.values(pageSettings),
      ...Object.values(policySettings),
    ].map((setting) => [setting.name, setting]),
  ).values(),
];
