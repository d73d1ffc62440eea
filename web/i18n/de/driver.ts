import type { Messages } from '../messages.ts';

export const driver: Messages['driver'] = {
  form: {
    name: 'Vollständiger Name',
    phone: 'Telefon',
    licensePlate: 'Kennzeichen',
    driverCode: 'Fahrercode',
  },
  hint: { phone: 'Beispiel: +56912345678' },
  short: {
    name: 'Name',
    phone: 'Kontakt',
    licensePlate: 'Kennzeichen',
    driverCode: 'Code',
  },
  log: {
    name: 'Name',
    contact: 'Kontakt',
    license_plate: 'Kennzeichen',
    driver_code: 'Code',
  },
};
