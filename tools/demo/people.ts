import type { Portrait } from './portrait.ts';

/** All accounts of the demo have this password. */
export const password = 'cordillera nevada 7';

export const administrator = 'carla@example.com';
export const office = 'olga@example.com';

export interface DemoDriver {
  readonly name: string;
  /** A driver without one is `invited`: the company made the record, and nobody has registered. */
  readonly email?: string;
  readonly plate: string;
  readonly code: string;
  readonly contact: string;
  readonly state: 'active' | 'invited' | 'waiting' | 'left';
  /** The verification code of the driver's page: twelve characters of an alphabet without I, L, O and U. */
  readonly verificationCode: string;
  readonly portrait: Portrait;
}

type Row = readonly [
  name: string,
  account: string | undefined,
  state: DemoDriver['state'],
  portrait: Portrait,
];

const rows: readonly Row[] = [
  ['Diego Fuentes Rojas', 'diego', 'active', { skin: 2, hair: 0, style: 'short', beard: true, ground: 0 }],
  ['Elena Soto Vergara', 'elena', 'active', { skin: 1, hair: 1, style: 'long', ground: 1 }],
  ['Manuel Cárdenas Pino', 'manuel', 'active', { skin: 3, hair: 4, style: 'bald', glasses: true, ground: 2 }],
  ['Rosa Quilodrán Muñoz', 'rosa', 'active', { skin: 2, hair: 4, style: 'bun', glasses: true, ground: 3 }],
  ['Tomás Araya Bravo', 'tomas', 'active', { skin: 0, hair: 3, style: 'curly', beard: true, ground: 4 }],
  ['Valentina Pérez Lagos', 'valentina', 'active', { skin: 1, hair: 2, style: 'bob', ground: 5 }],
  ['Jean-Baptiste Louis', 'jean', 'active', { skin: 4, hair: 0, style: 'short', ground: 1 }],
  ['Ximena Huenchumán Paz', 'ximena', 'active', { skin: 2, hair: 0, style: 'long', ground: 2 }],
  [
    'Patricio Núñez Salas',
    undefined,
    'invited',
    { skin: 1, hair: 4, style: 'short', beard: true, ground: 3 },
  ],
  ['Camila Ortega Vidal', 'camila', 'waiting', { skin: 1, hair: 3, style: 'curly', ground: 4 }],
  ['Andrés Silva Toro', 'andres', 'waiting', { skin: 3, hair: 0, style: 'curly', glasses: true, ground: 5 }],
  ['Hernán Jara Godoy', 'hernan', 'left', { skin: 0, hair: 4, style: 'bald', beard: true, ground: 0 }],
];

/** The letters of Chilean plates, which have no vowels. */
const letters = 'BCDFGHJKLPRSTVWXYZ';

const twoDigits = (index: number): string => String(index + 1).padStart(2, '0');

/** The drivers of the demo. The first is the one whose sign-in is printed. */
export const drivers: readonly DemoDriver[] = rows.map(([name, account, state, portrait], index) => ({
  name,
  ...(account !== undefined && { email: `${account}@example.com` }),
  plate: plateOf(index),
  code: `C-${101 + index}`,
  contact: `+569123456${twoDigits(index)}`,
  state,
  verificationCode: `DEMADRVR00${twoDigits(index)}`,
  portrait,
}));

function plateOf(index: number): string {
  const pair = letters.charAt(index) + letters.charAt(index + 3);
  return `${pair}${pair}${11 + index * 7}`;
}

export interface DemoVehicle {
  readonly plate: string;
  readonly class: 'basico' | 'ejecutivo' | 'turismo' | 'transfer';
  readonly brandModel: string;
  readonly colour: string;
  readonly seats: number;
  readonly bags: number;
}

const models: readonly Omit<DemoVehicle, 'plate'>[] = [
  { class: 'ejecutivo', brandModel: 'Toyota Corolla', colour: 'Negro', seats: 4, bags: 3 },
  { class: 'basico', brandModel: 'Nissan Versa', colour: 'Negro', seats: 4, bags: 2 },
  { class: 'basico', brandModel: 'Hyundai Accent', colour: 'Negro', seats: 4, bags: 2 },
  { class: 'ejecutivo', brandModel: 'Kia K5', colour: 'Gris', seats: 4, bags: 3 },
  { class: 'turismo', brandModel: 'Hyundai Santa Fe', colour: 'Blanco', seats: 6, bags: 5 },
  { class: 'turismo', brandModel: 'Toyota RAV4', colour: 'Azul', seats: 4, bags: 4 },
  { class: 'transfer', brandModel: 'Hyundai H-1', colour: 'Blanco', seats: 9, bags: 9 },
  { class: 'transfer', brandModel: 'Mercedes-Benz Sprinter', colour: 'Blanco', seats: 15, bags: 15 },
];

/** The vehicles of the demo. Drivers drive the one with their own plate first. */
export const vehicles: readonly DemoVehicle[] = models.map((model, index) => ({
  plate: plateOf(index),
  ...model,
}));
