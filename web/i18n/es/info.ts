/** The words of the interface around the published content. `inquire` stands for an expired price. */
export const info = {
  minutes: (minutes: number) => `${minutes} minutos`,
  gate: (gate: number) => `Puerta ${gate}`,
  routes: {
    intro: 'Desde el aeropuerto',
    currency: 'Precios en pesos chilenos (CLP). El punto separa los miles.',
    inquire: 'Consultar',
    night: (price: string) => `Noche: ${price}`,
    pricesOf: (day: string) => `Precios del ${day}.`,
  },
  askReturn: 'Pedir mi retorno por WhatsApp',
};
