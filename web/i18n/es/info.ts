import { plural } from '../../../shared/plural.ts';

/** The words of the interface around the published content. `inquire` stands for an expired price. */
export const info = {
  minutes: (minutes: number) =>
    plural('es', minutes, { one: `${minutes} minuto`, other: `${minutes} minutos` }),
  gate: (gate: number) => `Puerta ${gate}`,
  routes: {
    intro: 'Desde el aeropuerto',
    currency: 'Precios en pesos chilenos (CLP). El punto separa los miles.',
    inquire: 'Consultar',
    night: (price: string) => `Noche: ${price}`,
    pricesOf: (day: string) => `Precios del ${day}.`,
  },
  facts: {
    reference: 'Precio de referencia, según taxímetro',
    night: (from: string, to: string) => `Tarifa nocturna de ${from} a ${to}`,
    includes: (what: string) => `Incluye ${what}`,
    tolls: 'peajes',
    parking: 'estacionamiento',
    childSeat: 'silla para niños',
    wait: (minutes: number) => `${minutes} min de espera`,
    bags: (count: number) => plural('es', count, { one: '1 maleta', other: `${count} maletas` }),
    cards: 'Acepta tarjetas',
    noCards: 'No acepta tarjetas',
    receipts: {
      whatsapp: 'Pide tu boleta por WhatsApp',
      driver: 'Pide tu boleta al conductor',
      email: (address: string) => `Pide tu boleta por correo: ${address}`,
    },
  },
  pay: {
    button: 'Pagar en línea',
    qr: (name: string) => `Código QR para pagar: ${name}`,
    scan: (host: string) => `Escanea para pagar en ${host}.`,
  },
  askReturn: 'Pedir mi retorno por WhatsApp',
};
