import { plural } from '../../../shared/plural.ts';

export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Como foi sua viagem?',
  legend: 'Avaliação em estrelas',
  stars: (stars) => plural('pt', stars, { one: `${stars} estrela`, other: `${stars} estrelas` }),
  levels: ['Ruim', 'Regular', 'Boa', 'Muito boa', 'Excelente'],
  submit: 'Enviar avaliação',
  failed: 'Não foi possível salvar sua avaliação.',
  pending: (count) => `${count} para enviar`,
  pendingLong: (count) =>
    plural('pt', count, {
      one: `${count} avaliação espera neste dispositivo e será enviada automaticamente.`,
      other: `${count} avaliações esperam neste dispositivo e serão enviadas automaticamente.`,
    }),
  refused: (count) =>
    plural('pt', count, {
      one: `${count} avaliação não pôde ser enviada`,
      other: `${count} avaliações não puderam ser enviadas`,
    }),
  unsent: (count) =>
    plural('pt', count, {
      one: 'Falta enviar 1 avaliação. Ela será enviada quando este motorista entrar de novo neste dispositivo.',
      other: `Falta enviar ${count} avaliações. Elas serão enviadas quando este motorista entrar de novo neste dispositivo.`,
    }),
  unsentTaps: (count) =>
    plural('pt', count, {
      one: 'Falta enviar 1 atualização de viagem. Ela será enviada quando este motorista entrar de novo neste dispositivo.',
      other: `Falta enviar ${count} atualizações de viagens. Elas serão enviadas quando este motorista entrar de novo neste dispositivo.`,
    }),
};
