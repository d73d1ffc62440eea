import type { Messages } from '../messages.ts';

export const driver: Messages['driver'] = {
  form: {
    name: 'Nome completo',
    phone: 'Telefone',
    licensePlate: 'Placa do veículo',
    driverCode: 'Código de motorista',
  },
  hint: { phone: 'Exemplo: +56912345678' },
  short: {
    name: 'Nome',
    phone: 'Contato',
    licensePlate: 'Placa',
    driverCode: 'Código',
  },
  log: {
    name: 'nome',
    contact: 'contato',
    license_plate: 'placa',
    driver_code: 'código',
  },
};
