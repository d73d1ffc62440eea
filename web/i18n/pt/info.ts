import { plural } from '../../../shared/plural.ts';

export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => plural('pt', minutes, { one: `${minutes} minuto`, other: `${minutes} minutos` }),
  gate: (gate) => `Portão ${gate}`,
  routes: {
    intro: 'Saindo do aeroporto',
    currency: 'Preços em pesos chilenos (CLP). O ponto separa os milhares: $15.000 são quinze mil pesos.',
    inquire: 'Sob consulta',
    night: (price) => `À noite: ${price}`,
    pricesOf: (day) => `Preços de ${day}.`,
  },
  facts: {
    reference: 'Preço de referência, conforme o taxímetro',
    night: (from, to) => `Tarifa noturna das ${from} às ${to}`,
    includes: (what) => `Inclui ${what}`,
    tolls: 'pedágios',
    parking: 'estacionamento',
    childSeat: 'cadeirinha infantil',
    wait: (minutes) => `${minutes} min de espera`,
    bags: (count) => plural('pt', count, { one: '1 mala', other: `${count} malas` }),
    cards: 'Aceita cartões',
    noCards: 'Não aceita cartões',
    receipts: {
      whatsapp: 'Peça seu recibo pelo WhatsApp',
      driver: 'Peça seu recibo ao motorista',
      email: (address) => `Peça seu recibo por e-mail: ${address}`,
    },
  },
  pay: {
    button: 'Pagar on-line',
    qr: (name: string) => `QR code para pagar: ${name}`,
    scan: (host: string) => `Escaneie para pagar em ${host}.`,
  },
  askReturn: 'Pedir meu retorno pelo WhatsApp',
};
