import type { CardCompany, CardKind, ReceiptTrip } from '../../../shared/cards.ts';
import type { Database } from '../../../shared/database.types.ts';
import { readPage, type Page, type WantedPage } from '../list/page.ts';
import { searchFilters } from '../list/search.ts';
import { sorted, type SortedList } from '../list/sort.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';

type Row = Database['public']['Tables']['printed_cards']['Row'];

/** Times are ISO 8601; `voided_at` is null for a card, and for a receipt that holds. The secret opens the page of a receipt. */
type Registered<Kind extends CardKind, Details> = Omit<
  Row,
  'kind' | 'details' | 'driver_id' | 'vehicle_id' | 'printed_by' | 'trip_id'
> & { readonly kind: Kind; readonly details: Details };

export type Credential = Registered<
  'credential',
  { readonly company: CardCompany; readonly licence: string }
>;
/** `code`: the driver's verification code. */
interface CodeDetails {
  readonly company: CardCompany;
  readonly code: string;
}
export type Headrest = Registered<'headrest', CodeDetails>;
export type Sticker = Registered<'sticker', CodeDetails>;
export type PrintedReceipt = Registered<'receipt', ReceiptTrip>;

/** A row of the register: a card, or a receipt, with everything that stands on it. */
export type PrintedCard = Credential | Headrest | Sticker | PrintedReceipt;

/** Filters; empty text for none. */
export interface CardFilter extends SortedList<'printed_cards'> {
  readonly search: string;
  readonly kind: CardKind | '';
}

const columns =
  'id,kind,folio,driver_name,license_plate,photo_url,details,secret,printed_at,voided_at,void_reason';

/** One page of the register, the newest first. */
export function listCardsPage(
  { search, kind, ...order }: CardFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<PrintedCard>> {
  return readPage<PrintedCard>(page, async (from, to) => {
    let query = getDatabase().from('printed_cards').select(columns, { count: 'exact' });
    for (const words of searchFilters(search, 'printed_cards')) query = query.or(words);
    if (kind) query = query.eq('kind', kind);
    const newest = sorted(query, order).order('printed_at', { ascending: false });
    const ordered = newest.order('folio', { ascending: false });
    const part = ordered.order('id').range(from, to).abortSignal(signal);
    return part.overrideTypes<PrintedCard[], { merge: false }>();
  });
}

/** The papers that were last printed for a driver or a vehicle. */
export async function listCardsOf(owner: 'driver' | 'vehicle', id: string, signal: AbortSignal) {
  const query = getDatabase().from('printed_cards').select('id,kind,folio,printed_at').eq(`${owner}_id`, id);
  const newest = query.order('printed_at', { ascending: false }).limit(3).abortSignal(signal);
  return unwrap(await newest.overrideTypes<Pick<PrintedCard, 'id' | 'kind' | 'folio' | 'printed_at'>[]>());
}

/** Reads cards by their ids, in this order. */
async function readCards(ids: readonly string[]): Promise<readonly PrintedCard[]> {
  const query = getDatabase().from('printed_cards').select(columns).in('id', ids);
  const found = unwrap(await query.overrideTypes<PrintedCard[], { merge: false }>());
  return ids.flatMap((id) => found.find((card) => card.id === id) ?? []);
}

/** @returns null for a card that is gone */
export async function readCard(id: string, signal: AbortSignal): Promise<PrintedCard | null> {
  const query = getDatabase().from('printed_cards').select(columns).eq('id', id).abortSignal(signal);
  return unwrap(await query.overrideTypes<PrintedCard[], { merge: false }>())[0] ?? null;
}

/** A card to print. */
export interface WantedCard {
  /** The id of the driver. */
  readonly driver: string;
  readonly plate: string;
  /** The class of the driver's licence; only a credential shows it. */
  readonly licence: string;
}

/**
 * Registers cards, which gives each its folio. Repeated with the same ids it registers nothing more.
 * @param ids of the cards, in their order
 * @throws DataError `validation_failed`, `driver_not_found`
 */
export async function registerCards(
  ids: readonly string[],
  kind: Exclude<CardKind, 'receipt'>,
  cards: readonly WantedCard[],
): Promise<readonly PrintedCard[]> {
  const registered = unwrap(
    await getDatabase().rpc('register_cards', {
      kind,
      cards: cards.map((card, index) => ({ ...card, id: ids[index] })),
    }),
  );
  return readCards(registered.map(({ id }) => id));
}

/** A receipt to write. */
export interface WantedReceipt {
  readonly takenAt: Date;
  readonly origin: string;
  readonly destination: string;
  readonly pesos: number;
  /** The id of the driver. */
  readonly driver: string | null;
  readonly plate: string;
}

/** Writes one receipt, however often it is called with one id. @throws DataError `validation_failed`, `driver_not_found` */
export async function writeReceipt(id: string, wanted: WantedReceipt): Promise<readonly PrintedCard[]> {
  const { takenAt, driver, ...trip } = wanted;
  const sent = { id, ...trip, taken_at: takenAt.toISOString(), ...(driver !== null && { driver }) };
  unwrap(await getDatabase().rpc('issue_receipt', sent));
  return readCards([id]);
}

export const maxVoidReasonCharacters = 300;

/** Voids a receipt, which keeps its folio. @throws DataError `validation_failed`, `not_found` */
export async function voidReceipt(receipt: string, reason: string): Promise<void> {
  unwrap(await getDatabase().rpc('void_receipt', { receipt, reason }));
}

/** Licence classes and plates from the records, by the driver's id; no entry for a driver without one. */
export interface CardFacts {
  /** As the name of the licence in force says: “Licencia A2” is A2. */
  readonly licences: ReadonlyMap<string, string>;
  /** The plate of a vehicle that is assigned to the driver. */
  readonly plates: ReadonlyMap<string, string>;
}

export async function readCardFacts(drivers: readonly string[], signal: AbortSignal): Promise<CardFacts> {
  const licences = getDatabase()
    .from('document_list')
    .select('driver_id,kind')
    .in('driver_id', drivers)
    .not('verified_at', 'is', null)
    .ilike('kind', 'licencia %')
    .order('expires_on');
  const assigned = getDatabase()
    .from('vehicle_drivers')
    .select('driver_id,vehicle:vehicles(license_plate)')
    .in('driver_id', drivers);
  const [documents, vehicles] = await Promise.all([
    licences.abortSignal(signal),
    assigned.abortSignal(signal),
  ]);
  return {
    licences: new Map(
      unwrap(documents).map(({ driver_id: id, kind }) => [
        id ?? '',
        (kind ?? '').replace(/^licencia\s+/i, ''),
      ]),
    ),
    plates: new Map(unwrap(vehicles).map(({ driver_id: id, vehicle }) => [id, vehicle.license_plate])),
  };
}
