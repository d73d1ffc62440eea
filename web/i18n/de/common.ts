import type { Words } from '../words.ts';

export const common: Words['common'] = {
  subtitle: 'Sichere Flughafentransfers zum Festpreis',
  loading: 'Wird geladen …',
  close: 'Schließen',
  retry: 'Erneut versuchen',
  signOut: 'Abmelden',
  cannotLoadTitle: 'Ihre Daten konnten nicht geladen werden',
  skipToContent: 'Zum Inhalt springen',
  rating: 'Bewertung',
};
