import type { Words } from '../words.ts';

export const common: Words['common'] = {
  subtitle: 'Transferts aéroport sûrs, à prix fixe',
  loading: 'Chargement…',
  close: 'Fermer',
  retry: 'Réessayer',
  signOut: 'Se déconnecter',
  cannotLoadTitle: 'Impossible de charger vos données',
  skipToContent: 'Aller au contenu',
  rating: 'Note',
};
