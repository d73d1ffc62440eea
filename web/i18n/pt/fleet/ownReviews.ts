import { plural } from '../../../../shared/plural.ts';

export const ownReviews: typeof import('../../es/fleet/ownReviews.ts').ownReviews = {
  title: 'Suas avaliações',
  menu: 'Avaliações',
  menuLine: 'Sua média e os motivos, até ontem',
  empty: 'Nenhuma avaliação até ontem.',
  today: 'As de hoje entram amanhã: assim ninguém sabe qual passageiro avaliou.',
  tooFew: 'Menos de três avaliações: ainda sem média.',
  count: (count, shown) => plural('pt', count, { one: `${shown} avaliação`, other: `${shown} avaliações` }),
  trend: 'Média por semana',
  week: 'Semana de',
  average: 'Média',
  reviews: 'Avaliações',
  noAverage: 'sem média',
  reasonsTitle: 'Motivos em 12 semanas',
  noReasons: 'São poucos para mostrar.',
};
