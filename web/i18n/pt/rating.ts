export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Como foi sua viagem?',
  legend: 'Avaliação em estrelas',
  stars: (stars) => (stars === 1 ? '1 estrela' : `${stars} estrelas`),
  levels: ['Ruim', 'Regular', 'Boa', 'Muito boa', 'Excelente'],
  submit: 'Enviar avaliação',
  failed: 'Não foi possível salvar sua avaliação.',
  pending: (count) => `${count} para enviar`,
  pendingLong: (count) =>
    count === 1
      ? '1 avaliação espera neste aparelho e será enviada automaticamente.'
      : `${count} avaliações esperam neste aparelho e serão enviadas automaticamente.`,
  refused: (count) =>
    count === 1 ? '1 avaliação não pôde ser enviada' : `${count} avaliações não puderam ser enviadas`,
  unsent: (count) =>
    count === 1
      ? 'Falta enviar 1 avaliação. Ela será enviada quando este motorista entrar de novo neste aparelho.'
      : `Falta enviar ${count} avaliações. Elas serão enviadas quando este motorista entrar de novo neste aparelho.`,
};
