export const ownShifts: typeof import('../../es/fleet/ownShifts.ts').ownShifts = {
  title: 'Vos services',
  menu: 'Services',
  menuLine: 'Les 30 derniers jours, avec les heures',
  empty: 'Vous n’avez aucun service sur les 30 derniers jours.',
  open: 'en service',
  total: (hours) => `${hours} sur 30 jours`,
  duration: (hours, minutes) => `${hours} h ${minutes} min`,
};
