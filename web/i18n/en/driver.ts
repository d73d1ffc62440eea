import type { Messages } from '../messages.ts';

export const driver: Messages['driver'] = {
  form: {
    name: 'Full name',
    phone: 'Phone',
    licensePlate: 'Licence plate',
    driverCode: 'Driver code',
  },
  hint: { phone: 'Example: +56912345678' },
  short: {
    name: 'Name',
    phone: 'Contact',
    licensePlate: 'Licence plate',
    driverCode: 'Code',
  },
  log: {
    name: 'name',
    contact: 'contact',
    license_plate: 'plate',
    driver_code: 'code',
  },
};
