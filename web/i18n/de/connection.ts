export const connection: typeof import('../es/connection.ts').connection = {
  offline: 'Keine Verbindung',
  wrongClock: 'Uhr geht falsch',
  contentOfTime: (time: string) => `Inhalt von ${time} Uhr`,
  contentOfDay: (day: string) => `Inhalt vom ${day}`,
};
