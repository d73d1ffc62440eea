import type { CardCompany } from '../../shared/cards.ts';
import type { Credential, Headrest, PrintedReceipt, Sticker } from '../data/cards/printedCards.ts';

const company: CardCompany = {
  name: 'Transfer Aeropuerto Santiago',
  legalName: 'Transportes del Pacífico SpA',
  rut: '76.543.210-3',
  address: 'Av. Américo Vespucio 1501, Pudahuel',
  phone: '+56 2 2345 6789',
  whatsappNumber: '+56987654321',
};
const common = {
  driver_name: 'Maximiliano Hernández-Valenzuela de la Fuente',
  license_plate: 'BBCD12',
  photo_url: null,
  secret: null,
  printed_at: '2026-11-24T12:30:00Z',
  voided_at: null,
  void_reason: null,
};
const code = 'K7M2QXABCDEF';

export const credential: Credential = {
  ...common,
  id: 'credential-12',
  kind: 'credential',
  folio: 12,
  details: { company, licence: 'A2' },
};
export const headrest: Headrest = {
  ...common,
  id: 'headrest-3',
  kind: 'headrest',
  folio: 3,
  details: { company, code },
};
export const sticker: Sticker = {
  ...common,
  id: 'sticker-1',
  kind: 'sticker',
  folio: 1,
  details: { company, code },
};
export const printedReceipt: PrintedReceipt = {
  ...common,
  id: 'receipt-207',
  kind: 'receipt',
  folio: 207,
  secret: 'r'.repeat(43),
  details: {
    company,
    takenAt: '2026-11-24T11:05:00Z',
    origin: 'Aeropuerto Arturo Merino Benítez',
    destination: 'Hotel Plaza, Las Condes',
    pesos: 22_000,
    fiscal: false,
  },
};

export const voidedReceipt: PrintedReceipt = {
  ...printedReceipt,
  id: 'receipt-208',
  folio: 208,
  secret: 'v'.repeat(43),
  voided_at: '2026-11-25T15:00:00Z',
  void_reason: 'El monto era de otro viaje',
};
