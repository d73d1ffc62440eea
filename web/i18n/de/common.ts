import type { Messages } from '../messages.ts';

export const common: Messages['common'] = {
  loading: 'Wird geladen …',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  signOut: 'Abmelden',
  cannotLoadTitle: 'Ihre Daten konnten nicht geladen werden',
  skipToContent: 'Zum Inhalt springen',
  rating: 'Bewertung',
};
