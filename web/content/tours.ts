/*
 * The two tours of a new database (`supabase/seed.sql`), which also replace missing ones. Their texts are in the namespace
 * `tours`; the Spanish names are here too, to recognise the rows.
 */

export interface TourWords {
  readonly name: string;
  readonly description: string;
  readonly taxiTime: string;
  readonly stops: readonly { place: string; duration: string; description: string }[];
}

/** A tour in the language of the screen. */
export interface ShownTour extends TourWords {
  readonly id: string;
  /** `3hours`; any other value means a full day. */
  readonly duration: string;
}

/** In display order. `rowId`: the row in the seed; `spanishName`: its name there and in `i18n/es/tours.ts`. */
export const builtInTours = [
  {
    id: 'santiago-3h',
    rowId: '00000000-0000-4000-8000-000000000001',
    duration: '3hours',
    spanishName: 'Tour de Santiago en 3 horas',
  },
  {
    id: 'santiago-full-day',
    rowId: '00000000-0000-4000-8000-000000000002',
    duration: 'fullday',
    spanishName: 'Santiago de día completo',
  },
] as const;

export type TourId = (typeof builtInTours)[number]['id'];
type WordsOfTours = Readonly<Record<TourId, TourWords>>;

/** The built-in tours in one language. */
export function fallbackTours(words: WordsOfTours): ShownTour[] {
  return builtInTours.map(({ id, rowId, duration }) => ({ ...words[id], id: rowId, duration }));
}

/**
 * Translates a seeded row. A row that an administrator has renamed stays as it is, and so does every row in Spanish: there
 * the database decides.
 */
export function translateTour(row: ShownTour, words: WordsOfTours): ShownTour {
  const tour = builtInTours.find(({ rowId }) => rowId === row.id);
  if (!tour || row.name !== tour.spanishName) return row;
  const translated = words[tour.id];
  return translated.name === tour.spanishName ? row : { ...row, ...translated };
}
