import type { Messages } from '../messages.ts';

export const driver: Messages['driver'] = {
  form: {
    name: 'Nom complet',
    phone: 'Téléphone',
    licensePlate: 'Plaque d’immatriculation',
    driverCode: 'Code chauffeur',
  },
  hint: { phone: 'Exemple : +56912345678' },
  short: {
    name: 'Nom',
    phone: 'Contact',
    licensePlate: 'Plaque',
    driverCode: 'Code',
  },
  log: {
    name: 'nom',
    contact: 'contact',
    license_plate: 'plaque',
    driver_code: 'code',
  },
};
