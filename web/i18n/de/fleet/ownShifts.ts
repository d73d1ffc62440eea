export const ownShifts: typeof import('../../es/fleet/ownShifts.ts').ownShifts = {
  title: 'Ihre Schichten',
  menu: 'Schichten',
  menuLine: 'Die letzten 30 Tage mit Stunden',
  empty: 'In den letzten 30 Tagen hatten Sie keine Schicht.',
  open: 'läuft noch',
  total: (hours) => `${hours} in 30 Tagen`,
  duration: (hours, minutes) => `${hours} Std. ${minutes} Min.`,
};
