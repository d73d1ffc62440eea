/** The reasons for a low rating, as passengers tap them, and as drivers and the office read them. */
export const reasons = {
  title: '¿Qué podemos mejorar?',
  hint: 'Opcional: toca lo que corresponda.',
  done: 'Listo',
  taken: 'Gracias, lo tomaremos en cuenta.',
  words: {
    driving: 'Conducción',
    vehicle: 'Vehículo',
    price: 'Precio',
    route: 'Ruta',
    punctuality: 'Puntualidad',
    treatment: 'Trato',
  },
};
