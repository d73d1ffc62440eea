/** Tells the waiting service worker of a new version to take over now. */
export const applyMessage = 'apply';
