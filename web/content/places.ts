// The tourist places. Their texts are in the namespace `places`.

/** Entrance fee. Amounts in Chilean pesos: one fee, or from the cheapest to the dearest lift ride. */
export type Fee =
  | 'free'
  | 'variable'
  | { readonly pesos: number }
  | { readonly from: number; readonly to: number };

interface PlaceFacts {
  readonly fee?: Fee;
  /** The street address, in Spanish in every language: it is for the driver. Replaces the fee. */
  readonly address?: string;
}

/** In display order. */
export const categories = ['historic', 'nature', 'shopping'] as const;
export type Category = (typeof categories)[number];

/** By city and category, in display order. */
const byCity = {
  santiago: {
    historic: {
      'plaza-de-armas': { fee: 'free' },
      'la-moneda': { fee: 'free' },
      'cerro-santa-lucia': { fee: 'free' },
      'museo-precolombino': { fee: { pesos: 7000 } },
    },
    nature: {
      'cerro-san-cristobal': { fee: 'variable' },
      'parque-bicentenario': { fee: 'free' },
      'cajon-del-maipo': { fee: 'variable' },
      'quinta-normal': { fee: 'free' },
    },
    shopping: {
      'costanera-center': { address: 'Av. Andrés Bello 2425, Providencia' },
      'pueblito-los-dominicos': { address: 'Av. Apoquindo 9085, Las Condes' },
      'barrio-lastarria': { address: 'José Victorino Lastarria 307, Santiago' },
      'mercado-central': { address: 'San Pablo 967, Santiago' },
    },
  },
  valparaiso: {
    historic: {
      'la-sebastiana': { fee: { pesos: 7000 } },
      ascensores: { fee: { from: 100, to: 300 } },
      'plaza-sotomayor': { fee: 'free' },
      'museo-maritimo': { fee: { pesos: 1000 } },
    },
    nature: {
      'playa-torpederas': { fee: 'free' },
      'laguna-verde': { fee: 'free' },
      'reserva-penuelas': { fee: { pesos: 3000 } },
    },
    shopping: {
      'muelle-prat': { address: 'Av. Errázuriz s/n, Muelle Prat, Valparaíso' },
      'cerro-concepcion': { address: 'Paseo Gervasoni 448, Cerro Concepción, Valparaíso' },
      'mercado-cardonal': { address: 'Av. Uruguay 125, Valparaíso' },
      'feria-antiguedades': { address: 'Calle Victoria con Av. Uruguay, Plaza O’Higgins, Valparaíso' },
    },
  },
  'vina-del-mar': {
    historic: {
      'castillo-wulff': { fee: 'free' },
      'reloj-de-flores': { fee: 'free' },
      'museo-fonck': { fee: { pesos: 3000 } },
      'palacio-rioja': { fee: { pesos: 1500 } },
    },
    nature: {
      'quinta-vergara': { fee: 'free' },
      'jardin-botanico': { fee: { pesos: 2000 } },
      'dunas-concon': { fee: 'free' },
      'playa-renaca': { fee: 'free' },
    },
    shopping: {
      'mall-marina': { address: 'Av. 14 Norte 821, Viña del Mar' },
      'calle-valparaiso': { address: 'Calle Valparaíso con Villanelo, Viña del Mar' },
      'caleta-portales': { address: 'Av. España s/n, Caleta Portales, Valparaíso' },
    },
  },
} as const satisfies Record<string, Record<Category, Record<string, PlaceFacts>>>;

export type City = keyof typeof byCity;
type IdsOf<C extends City> = { [K in Category]: keyof (typeof byCity)[C][K] }[Category];
export type PlaceId = { [C in City]: IdsOf<C> }[City];

export interface Place extends PlaceFacts {
  readonly id: PlaceId;
  readonly city: City;
  readonly category: Category;
}

/** In display order. */
export const cities = Object.keys(byCity) as readonly City[];

/** In display order within each city and category. */
export const places: readonly Place[] = cities.flatMap((city) =>
  categories.flatMap((category) =>
    Object.entries<PlaceFacts>(byCity[city][category]).map(([id, facts]) => ({
      id: id as PlaceId,
      city,
      category,
      ...facts,
    })),
  ),
);
