export const reasons: typeof import('../es/reasons.ts').reasons = {
  title: 'Was können wir besser machen?',
  hint: 'Freiwillig: Tippen Sie an, was zutrifft.',
  done: 'Fertig',
  taken: 'Danke, wir berücksichtigen das.',
  words: {
    driving: 'Fahrweise',
    vehicle: 'Fahrzeug',
    price: 'Preis',
    route: 'Strecke',
    punctuality: 'Pünktlichkeit',
    treatment: 'Freundlichkeit',
  },
};
