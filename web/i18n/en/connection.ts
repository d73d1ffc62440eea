export const connection: typeof import('../es/connection.ts').connection = {
  offline: 'Offline',
  wrongClock: 'The clock is wrong',
  contentOfTime: (time: string) => `content from ${time}`,
  contentOfDay: (day: string) => `content from ${day}`,
};
