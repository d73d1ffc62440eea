import { info } from './info.ts';
import { rating } from './rating.ts';

/**
 * The panels of the home screen. `steps`: turns from one thing to the next, and shows the rest of a long text.
 */
export const panels = {
  info,
  rating,
  steps: { previous: 'Anterior', next: 'Siguiente', more: 'Más', less: 'Menos' },
  booking: {
    button: 'Reservar por WhatsApp',
    showQr: 'Ver código QR',
    hideQr: 'Ocultar código QR',
    hide: 'Ocultar',
    scan: 'Escanéalo con tu teléfono: el mensaje ya está escrito.',
    qr: (name: string) => `Código QR para reservar: ${name}`,
    route: (name: string, price: string | null, driverCode: string) =>
      `Hola, quiero reservar el traslado «Aeropuerto – ${name}»${price === null ? '' : ` (${price})`}. Conductor: ${driverCode}`,
    tour: (name: string, driverCode: string) => `Hola, quiero reservar «${name}». Conductor: ${driverCode}`,
  },
  tours: {
    threeHours: '3 Horas',
    fullDay: 'Tour de un día',
    stops: 'Paradas',
    taxiTime: 'Tiempo estimado de taxi:',
  },
  places: {
    cities: 'Ciudades',
    categories: 'Categorías',
    hours: 'Horario',
    address: 'Dirección',
    fee: 'Entrada',
    free: 'Gratis',
    variable: 'Variable',
    perLiftRide: (from: string, to: string) => `${from} a ${to} por viaje en ascensor`,
  },
};
