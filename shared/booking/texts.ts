import { formatPesos } from '../content/pesos.ts';
import type { Language } from '../languages.ts';
import type { BookingDirection, Payment } from './booking.ts';

/**
 * The labels of the Spanish lines, by which a message is read again. Versions of the app that do not know a label take it for
 * the text behind the one before, where the lines were joined: a new one stands behind a number.
 */
export const spanishLabels = {
  trip: 'Viaje',
  flight: 'Vuelo',
  place: 'Lugar',
  address: 'Dirección',
  people: 'Pasajeros',
  bags: 'Maletas',
  childAges: 'Sillas de niño (edades)',
  wheelchair: 'Silla de ruedas',
  sign: 'Letrero',
  name: 'Nombre',
  payment: 'Pago',
  price: 'Precio',
} as const;

export const bookingGreeting = 'Hola, quiero reservar un traslado.';
export const spanishYes = 'sí';
export const spanishPickup = 'recogida';
export const spanishPayments: Readonly<Record<Payment, string>> = {
  cash: 'efectivo',
  card: 'tarjeta',
  transfer: 'transferencia',
};
export const spanishPrice = (pesos: number | null) => (pesos === null ? 'consultar' : formatPesos(pesos));

interface BookingTexts {
  readonly directions: Readonly<Record<BookingDirection, string>>;
  /** @param date as `2026-11-28` */
  readonly day: (date: string) => string;
  readonly flight: (flight: string) => string;
  readonly people: (count: number) => string;
  readonly bags: (count: number) => string;
  readonly childAges: (ages: string) => string;
  readonly wheelchair: string;
  readonly payments: Readonly<Record<Payment, string>>;
  /** Instead of a price. */
  readonly ask: string;
}

// Made when it is needed: most visits of the page write no English.
const englishDay = (date: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00Z`));
const withSlashes = (date: string) => date.split('-').toReversed().join('/');

/** The line in the passenger's own language, below the Spanish ones. */
export const bookingTexts: Readonly<Record<Exclude<Language, 'es'>, BookingTexts>> = {
  en: {
    directions: { from: 'Booking: from the airport', to: 'Booking: to the airport' },
    day: englishDay,
    flight: (flight) => `flight ${flight}`,
    people: (count) => `passengers: ${count}`,
    bags: (count) => `bags: ${count}`,
    childAges: (ages) => `child seats (ages): ${ages}`,
    wheelchair: 'wheelchair',
    payments: { cash: 'cash', card: 'card', transfer: 'bank transfer' },
    ask: 'price on request',
  },
  fr: {
    directions: { from: 'Réservation : de l’aéroport', to: 'Réservation : vers l’aéroport' },
    day: withSlashes,
    flight: (flight) => `vol ${flight}`,
    people: (count) => `passagers : ${count}`,
    bags: (count) => `bagages : ${count}`,
    childAges: (ages) => `sièges enfant (âges) : ${ages}`,
    wheelchair: 'fauteuil roulant',
    payments: { cash: 'espèces', card: 'carte', transfer: 'virement' },
    ask: 'prix sur demande',
  },
  pt: {
    directions: { from: 'Reserva: do aeroporto', to: 'Reserva: para o aeroporto' },
    day: withSlashes,
    flight: (flight) => `voo ${flight}`,
    people: (count) => `passageiros: ${count}`,
    bags: (count) => `malas: ${count}`,
    childAges: (ages) => `cadeirinhas (idades): ${ages}`,
    wheelchair: 'cadeira de rodas',
    payments: { cash: 'dinheiro', card: 'cartão', transfer: 'transferência' },
    ask: 'preço a consultar',
  },
  de: {
    directions: { from: 'Buchung: vom Flughafen', to: 'Buchung: zum Flughafen' },
    day: (date) => date.split('-').toReversed().join('.'),
    flight: (flight) => `Flug ${flight}`,
    people: (count) => `Personen: ${count}`,
    bags: (count) => `Gepäckstücke: ${count}`,
    childAges: (ages) => `Kindersitze (Alter): ${ages}`,
    wheelchair: 'Rollstuhl',
    payments: { cash: 'bar', card: 'Karte', transfer: 'Überweisung' },
    ask: 'Preis auf Anfrage',
  },
};
