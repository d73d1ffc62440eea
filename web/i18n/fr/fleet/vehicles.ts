export const vehicles: typeof import('../../es/fleet/vehicles.ts').vehicles = {};
