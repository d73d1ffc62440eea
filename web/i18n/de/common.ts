import type { Messages } from '../messages.ts';

export const common: Messages['common'] = {
  subtitle: 'Sichere Flughafentransfers zum Festpreis',
  loading: 'Wird geladen …',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  signOut: 'Abmelden',
  cannotLoadTitle: 'Ihre Daten konnten nicht geladen werden',
  skipToContent: 'Zum Inhalt springen',
  rating: 'Bewertung',
};
