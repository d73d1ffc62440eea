/** What leaves the panel about trips: replies to passengers, texts for drivers, papers. */
export const tripTexts: typeof import('../../es/fleet/tripTexts.ts').tripTexts = {
  reply: 'Reply',
};
