import { plural } from '../../../shared/plural.ts';

export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Wie war Ihre Fahrt?',
  legend: 'Bewertung in Sternen',
  stars: (stars) => plural('de', stars, { one: `${stars} Stern`, other: `${stars} Sterne` }),
  levels: ['Schlecht', 'Mäßig', 'Gut', 'Sehr gut', 'Ausgezeichnet'],
  submit: 'Bewertung senden',
  failed: 'Ihre Bewertung konnte nicht gespeichert werden.',
  pending: (count) => `${count} noch zu senden`,
  pendingLong: (count) =>
    plural('de', count, {
      one: `${count} Bewertung wartet auf diesem Gerät und wird automatisch gesendet.`,
      other: `${count} Bewertungen warten auf diesem Gerät und werden automatisch gesendet.`,
    }),
  refused: (count) =>
    plural('de', count, {
      one: `${count} Bewertung konnte nicht gesendet werden`,
      other: `${count} Bewertungen konnten nicht gesendet werden`,
    }),
  unsent: (count) =>
    plural('de', count, {
      one: `${count} Bewertung ist noch nicht gesendet. Sie wird gesendet, wenn sich dieser Fahrer auf diesem Gerät wieder anmeldet.`,
      other: `${count} Bewertungen sind noch nicht gesendet. Sie werden gesendet, wenn sich dieser Fahrer auf diesem Gerät wieder anmeldet.`,
    }),
  unsentTaps: (count) =>
    plural('de', count, {
      one: `${count} Fahrtmeldung ist noch nicht gesendet. Sie wird gesendet, wenn sich dieser Fahrer auf diesem Gerät wieder anmeldet.`,
      other: `${count} Fahrtmeldungen sind noch nicht gesendet. Sie werden gesendet, wenn sich dieser Fahrer auf diesem Gerät wieder anmeldet.`,
    }),
};
