import type { Words } from '../words.ts';

export const common: Words['common'] = {
  subtitle: 'Safe airport transfers at a fixed price',
  loading: 'Loading…',
  close: 'Close',
  retry: 'Try again',
  signOut: 'Sign out',
  cannotLoadTitle: 'We could not load your details',
  skipToContent: 'Skip to content',
  rating: 'Rating',
};
