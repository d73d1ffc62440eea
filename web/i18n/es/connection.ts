/** Words for a backend that cannot be reached, or tells another time than the device. `time`: of today; `day`: an earlier day with its time. */
export const connection = {
  offline: 'Sin conexión',
  wrongClock: 'Reloj mal ajustado',
  contentOfTime: (time: string) => `contenido de las ${time}`,
  contentOfDay: (day: string) => `contenido del ${day}`,
};
