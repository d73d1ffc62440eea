// The tourist places. Their texts are in the namespace `places`.

export type City = 'santiago' | 'valparaiso' | 'vina-del-mar';
export type Category = 'historic' | 'nature' | 'shopping';

/** Entrance fee. Amounts in Chilean pesos. */
export type Fee =
  | 'free'
  | 'variable'
  | { readonly pesos: number }
  | { readonly from: number; readonly to: number; readonly per: 'lift-ride' };

interface PlaceData {
  readonly id: string;
  readonly city: City;
  readonly category: Category;
  readonly fee?: Fee;
  /** The street address, in Spanish in every language: it is for the driver. Replaces the fee. */
  readonly address?: string;
}

/** In display order. */
export const cities: readonly City[] = ['santiago', 'valparaiso', 'vina-del-mar'];

/** In display order. */
export const categories: readonly Category[] = ['historic', 'nature', 'shopping'];

const list = [
  { id: 'plaza-de-armas', city: 'santiago', category: 'historic', fee: 'free' },
  { id: 'la-moneda', city: 'santiago', category: 'historic', fee: 'free' },
  { id: 'cerro-santa-lucia', city: 'santiago', category: 'historic', fee: 'free' },
  { id: 'museo-precolombino', city: 'santiago', category: 'historic', fee: { pesos: 7000 } },

  { id: 'cerro-san-cristobal', city: 'santiago', category: 'nature', fee: 'variable' },
  { id: 'parque-bicentenario', city: 'santiago', category: 'nature', fee: 'free' },
  { id: 'cajon-del-maipo', city: 'santiago', category: 'nature', fee: 'variable' },
  { id: 'quinta-normal', city: 'santiago', category: 'nature', fee: 'free' },

  {
    id: 'costanera-center',
    city: 'santiago',
    category: 'shopping',
    address: 'Av. Andrés Bello 2425, Providencia',
  },
  {
    id: 'pueblito-los-dominicos',
    city: 'santiago',
    category: 'shopping',
    address: 'Av. Apoquindo 9085, Las Condes',
  },
  {
    id: 'barrio-lastarria',
    city: 'santiago',
    category: 'shopping',
    address: 'José Victorino Lastarria 307, Santiago',
  },
  { id: 'mercado-central', city: 'santiago', category: 'shopping', address: 'San Pablo 967, Santiago' },

  { id: 'la-sebastiana', city: 'valparaiso', category: 'historic', fee: { pesos: 7000 } },
  {
    id: 'ascensores',
    city: 'valparaiso',
    category: 'historic',
    fee: { from: 100, to: 300, per: 'lift-ride' },
  },
  { id: 'plaza-sotomayor', city: 'valparaiso', category: 'historic', fee: 'free' },
  { id: 'museo-maritimo', city: 'valparaiso', category: 'historic', fee: { pesos: 1000 } },

  { id: 'playa-torpederas', city: 'valparaiso', category: 'nature', fee: 'free' },
  { id: 'laguna-verde', city: 'valparaiso', category: 'nature', fee: 'free' },
  { id: 'reserva-penuelas', city: 'valparaiso', category: 'nature', fee: { pesos: 3000 } },

  {
    id: 'muelle-prat',
    city: 'valparaiso',
    category: 'shopping',
    address: 'Av. Errázuriz s/n, Muelle Prat, Valparaíso',
  },
  {
    id: 'cerro-concepcion',
    city: 'valparaiso',
    category: 'shopping',
    address: 'Paseo Gervasoni 448, Cerro Concepción, Valparaíso',
  },
  {
    id: 'mercado-cardonal',
    city: 'valparaiso',
    category: 'shopping',
    address: 'Av. Uruguay 125, Valparaíso',
  },
  {
    id: 'feria-antiguedades',
    city: 'valparaiso',
    category: 'shopping',
    address: 'Calle Victoria con Av. Uruguay, Plaza O’Higgins, Valparaíso',
  },

  { id: 'castillo-wulff', city: 'vina-del-mar', category: 'historic', fee: 'free' },
  { id: 'reloj-de-flores', city: 'vina-del-mar', category: 'historic', fee: 'free' },
  { id: 'museo-fonck', city: 'vina-del-mar', category: 'historic', fee: { pesos: 3000 } },
  { id: 'palacio-rioja', city: 'vina-del-mar', category: 'historic', fee: { pesos: 1500 } },

  { id: 'quinta-vergara', city: 'vina-del-mar', category: 'nature', fee: 'free' },
  { id: 'jardin-botanico', city: 'vina-del-mar', category: 'nature', fee: { pesos: 2000 } },
  { id: 'dunas-concon', city: 'vina-del-mar', category: 'nature', fee: 'free' },
  { id: 'playa-renaca', city: 'vina-del-mar', category: 'nature', fee: 'free' },

  {
    id: 'mall-marina',
    city: 'vina-del-mar',
    category: 'shopping',
    address: 'Av. 14 Norte 821, Viña del Mar',
  },
  {
    id: 'calle-valparaiso',
    city: 'vina-del-mar',
    category: 'shopping',
    address: 'Calle Valparaíso con Villanelo, Viña del Mar',
  },
  {
    id: 'caleta-portales',
    city: 'vina-del-mar',
    category: 'shopping',
    address: 'Av. España s/n, Caleta Portales, Valparaíso',
  },
] as const satisfies readonly PlaceData[];

export type PlaceId = (typeof list)[number]['id'];

export interface Place extends PlaceData {
  readonly id: PlaceId;
}

/** In display order within each city and category. */
export const places: readonly Place[] = list;
