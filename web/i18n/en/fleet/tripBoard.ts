import { plural } from '../../../../shared/plural.ts';

/** The board: a day of trips with a lane for each driver. */
export const tripBoard: typeof import('../../es/fleet/tripBoard.ts').tripBoard = {
  caption: 'Board of the day, a lane for each driver',
  hint: 'Press a trip, then the name of a driver.',
  pressName: 'Press the name of a driver.',
  ended: 'It has ended, or has no time.',
  open: 'Open',
  unassigned: 'No driver',
  assignTo: (name: string) => `Assign to ${name}`,
  people: (count: number, shown: string) =>
    plural('en', count, { one: `${shown} person`, other: `${shown} people` }),
  views: {
    label: 'Views of the trips',
    list: 'List',
    board: 'Board',
    cash: 'Cash',
  },
};
