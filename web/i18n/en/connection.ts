export const connection: typeof import('../es/connection.ts').connection = {
  offline: 'Offline',
  contentOfTime: (time: string) => `content from ${time}`,
  contentOfDay: (day: string) => `content from ${day}`,
};
