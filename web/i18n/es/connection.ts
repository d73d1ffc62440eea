/** What the screen says when the backend cannot be reached. `time`: of today; `day`: an earlier day with its time. */
export const connection = {
  offline: 'Sin conexión',
  contentOfTime: (time: string) => `contenido de las ${time}`,
  contentOfDay: (day: string) => `contenido del ${day}`,
};
