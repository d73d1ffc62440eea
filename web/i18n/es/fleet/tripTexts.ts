/** What leaves the panel about trips: replies to passengers, texts for drivers, papers. */
export const tripTexts = {
  reply: 'Respuesta',
};
