/** The driver's own shifts. */
export const ownShifts = {
  title: 'Tus turnos',
  menu: 'Turnos',
  menuLine: 'Los últimos 30 días, con sus horas',
  empty: 'No tienes turnos en los últimos 30 días.',
  open: 'en turno',
  total: (hours: string) => `${hours} en 30 días`,
  duration: (hours: string, minutes: string) => `${hours} h ${minutes} min`,
};
