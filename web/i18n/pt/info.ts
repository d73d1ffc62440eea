export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => `${minutes} minutos`,
  gate: (gate) => `Portão ${gate}`,
  routes: {
    intro: 'Saindo do aeroporto',
    currency: 'Preços em pesos chilenos (CLP). O ponto separa os milhares: $15.000 são quinze mil pesos.',
    inquire: 'Sob consulta',
    night: (price) => `À noite: ${price}`,
    pricesOf: (day) => `Preços de ${day}.`,
  },
  askReturn: 'Pedir meu retorno pelo WhatsApp',
};
