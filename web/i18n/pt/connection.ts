export const connection: typeof import('../es/connection.ts').connection = {
  offline: 'Sem conexão',
  wrongClock: 'Relógio errado',
  contentOfTime: (time: string) => `conteúdo das ${time}`,
  contentOfDay: (day: string) => `conteúdo de ${day}`,
};
