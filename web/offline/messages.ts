/** What the page tells a worker of a new version: to take over now. */
export const applyMessage = 'apply';
