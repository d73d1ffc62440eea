import type { Messages } from '../messages.ts';

export const common: Messages['common'] = {
  loading: 'Chargement…',
  close: 'Fermer',
  retry: 'Réessayer',
  signOut: 'Se déconnecter',
  cannotLoadTitle: 'Impossible de charger vos données',
  skipToContent: 'Aller au contenu',
  rating: 'Note',
};
