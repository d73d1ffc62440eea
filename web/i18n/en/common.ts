import type { Messages } from '../messages.ts';

export const common: Messages['common'] = {
  loading: 'Loading…',
  close: 'Close',
  retry: 'Try again',
  signOut: 'Sign out',
  cannotLoadTitle: 'We could not load your details',
  skipToContent: 'Skip to content',
  rating: 'Rating',
};
