export const rating: typeof import('../es/rating.ts').rating = {
  question: 'Como foi sua viagem?',
  legend: 'Avaliação em estrelas',
  stars: (stars) => (stars === 1 ? '1 estrela' : `${stars} estrelas`),
  levels: ['Ruim', 'Regular', 'Boa', 'Muito boa', 'Excelente'],
  submit: 'Enviar avaliação',
  failed: 'Não foi possível salvar sua avaliação.',
};
