import type { tripCode as es } from '../es/tripCode.ts';

export const tripCode: typeof es = {
  open: 'Reservar com dia, voo e preço',
  back: 'Voltar',
  heading: 'Abra no seu celular',
  scan: 'Escaneie: a reserva abre com estes dados. Acrescente seu nome e envie pelo WhatsApp.',
  qr: 'QR code que abre a reserva com estes dados',
  details: {
    chatHeading: 'Escreva para nós',
    heading: 'Reservar com dia, voo e preço',
    text: 'Dia, voo, pessoas e bagagem: você vê o preço antes de enviar.',
    qr: 'QR code para reservar com dia, voo e preço',
  },
  fields: {
    direction: 'Viagem',
    directions: { from: 'Do aeroporto', to: 'Para o aeroporto' },
    date: 'Dia',
    time: { from: 'Hora de chegada do voo', to: 'Hora em que buscamos você' },
    place: { from: 'Para onde você vai?', to: 'Onde buscamos você?' },
    otherPlace: 'Outro lugar',
    people: 'Passageiros',
    bags: 'Malas',
  },
};
