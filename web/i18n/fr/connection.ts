export const connection: typeof import('../es/connection.ts').connection = {
  offline: 'Hors ligne',
  wrongClock: 'Horloge mal réglée',
  contentOfTime: (time: string) => `contenu de ${time}`,
  contentOfDay: (day: string) => `contenu du ${day}`,
};
