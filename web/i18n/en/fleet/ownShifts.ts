export const ownShifts: typeof import('../../es/fleet/ownShifts.ts').ownShifts = {
  title: 'Your shifts',
  menu: 'Shifts',
  menuLine: 'The last 30 days, with their hours',
  empty: 'You have no shifts in the last 30 days.',
  open: 'on shift',
  total: (hours) => `${hours} in 30 days`,
  duration: (hours, minutes) => `${hours} h ${minutes} min`,
};
