import type { Messages } from '../messages.ts';

export const common: Messages['common'] = {
  loading: 'Carregando…',
  close: 'Fechar',
  retry: 'Tentar novamente',
  signOut: 'Sair',
  cannotLoadTitle: 'Não foi possível carregar seus dados',
  skipToContent: 'Pular para o conteúdo',
  rating: 'Avaliação',
};
