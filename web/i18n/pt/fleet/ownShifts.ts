export const ownShifts: typeof import('../../es/fleet/ownShifts.ts').ownShifts = {
  title: 'Seus turnos',
  menu: 'Turnos',
  menuLine: 'Os últimos 30 dias, com as horas',
  empty: 'Você não tem turnos nos últimos 30 dias.',
  open: 'em turno',
  total: (hours) => `${hours} em 30 dias`,
  duration: (hours, minutes) => `${hours} h ${minutes} min`,
};
