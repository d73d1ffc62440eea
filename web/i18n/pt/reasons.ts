export const reasons: typeof import('../es/reasons.ts').reasons = {
  title: 'O que podemos melhorar?',
  hint: 'Opcional: toque no que for o caso.',
  done: 'Pronto',
  taken: 'Obrigado, vamos levar em conta.',
  words: {
    driving: 'Condução',
    vehicle: 'Veículo',
    price: 'Preço',
    route: 'Trajeto',
    punctuality: 'Pontualidade',
    treatment: 'Atendimento',
  },
};
