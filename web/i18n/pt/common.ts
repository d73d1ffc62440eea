import type { Messages } from '../messages.ts';

export const common: Messages['common'] = {
  subtitle: 'Traslados ao aeroporto, seguros e com preço fixo',
  loading: 'Carregando…',
  close: 'Fechar',
  retry: 'Tentar novamente',
  signOut: 'Sair',
  cannotLoadTitle: 'Não foi possível carregar seus dados',
  skipToContent: 'Pular para o conteúdo',
  rating: 'Avaliação',
};
