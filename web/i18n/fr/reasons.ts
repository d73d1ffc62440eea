export const reasons: typeof import('../es/reasons.ts').reasons = {
  title: 'Que pouvons-nous améliorer ?',
  hint: 'Facultatif : touchez tout ce qui convient.',
  done: 'Terminé',
  taken: 'Merci, nous en tiendrons compte.',
  words: {
    driving: 'Conduite',
    vehicle: 'Véhicule',
    price: 'Prix',
    route: 'Itinéraire',
    punctuality: 'Ponctualité',
    treatment: 'Accueil',
  },
};
