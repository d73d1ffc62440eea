/** The rating dialog. `levels`: what one to five stars mean. */
export const rating = {
  question: '¿Cómo estuvo tu viaje?',
  legend: 'Calificación en estrellas',
  stars: (stars: number) => (stars === 1 ? '1 estrella' : `${stars} estrellas`),
  levels: ['Malo', 'Regular', 'Bueno', 'Muy bueno', 'Excelente'],
  submit: 'Enviar calificación',
  failed: 'No pudimos guardar tu calificación.',
};
