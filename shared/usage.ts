/** The panels that passengers open, and the links and codes of WhatsApp that they use: devices count them. */
export const usageNames = [
  'airport',
  'safety',
  'routes',
  'return',
  'tours',
  'places',
  'talk',
  'legal',
  'guide',
  'map',
  'driver',
  'rating',
  'display',
  'whatsapp',
  'whatsappCode',
] as const;

export type UsageName = (typeof usageNames)[number];

/** How often passengers used something on a day in Chile, in a language. It names no person and no device. */
export interface UsageCount {
  /** `2026-11-26` */
  readonly day: string;
  readonly name: UsageName;
  readonly language: string;
  readonly uses: number;
}
