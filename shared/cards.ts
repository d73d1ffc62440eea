import type { RecordField } from './records/field.ts';

/** The kinds of cards that the company prints; the register counts the folios of each. */
export const cardKinds = ['credential', 'headrest', 'sticker', 'receipt'] as const;
export type CardKind = (typeof cardKinds)[number];

/** The plate on a card. */
export const plateField = {
  shape: { kind: 'text', max: 8 },
  spelling: 'plate',
} as const satisfies Pick<RecordField, 'shape' | 'spelling'>;

/** The company's data on a card, as they were when it was printed; empty text for those that it does not give. */
export interface CardCompany {
  readonly name: string;
  readonly legalName: string;
  readonly rut: string;
  readonly address: string;
  /** Absent on cards that were printed before it was stored. */
  readonly phone?: string;
  readonly whatsappNumber: string;
}

/** The trip of a receipt. */
export interface ReceiptTrip {
  readonly company: CardCompany;
  /** ISO 8601 */
  readonly takenAt: string;
  readonly origin: string;
  readonly destination: string;
  readonly pesos: number;
  /** The company hands out a tax document besides. */
  readonly fiscal: boolean;
}
