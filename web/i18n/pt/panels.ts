import { info } from './info.ts';
import { rating } from './rating.ts';

export const panels: typeof import('../es/panels.ts').panels = {
  info,
  rating,
  steps: { previous: 'Anterior', next: 'Próximo', more: 'Mais', less: 'Menos' },
  booking: {
    button: 'Reservar pelo WhatsApp',
    showQr: 'Ver QR code',
    hideQr: 'Ocultar QR code',
    hide: 'Ocultar',
    scan: 'Escaneie com o celular: a mensagem já está escrita.',
    qr: (name) => `QR code para reservar: ${name}`,
    route: (name, price, driverCode) =>
      `Olá, quero reservar o traslado “Aeroporto – ${name}”${price === null ? '' : ` (${price})`}. Motorista: ${driverCode}`,
    tour: (name, driverCode) => `Olá, quero reservar “${name}”. Motorista: ${driverCode}`,
  },
  tours: {
    threeHours: '3 horas',
    fullDay: 'Passeio de um dia',
    stops: 'Paradas',
    taxiTime: 'Tempo estimado de táxi:',
  },
  places: {
    cities: 'Cidades',
    categories: 'Categorias',
    hours: 'Horário',
    address: 'Endereço',
    fee: 'Entrada',
    free: 'Grátis',
    variable: 'Variável',
    perLiftRide: (from, to) => `${from} a ${to} por viagem de funicular`,
  },
};
