import { plural } from '../../../../shared/plural.ts';

/** The board: a day of trips with a lane for each driver. */
export const tripBoard = {
  caption: 'Tablero del día, un carril por conductor',
  hint: 'Presiona un viaje y luego el nombre de un conductor.',
  pressName: 'Presiona el nombre de un conductor.',
  ended: 'Ya terminó, o no tiene hora.',
  open: 'Abrir',
  unassigned: 'Sin conductor',
  assignTo: (name: string) => `Asignar a ${name}`,
  people: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} persona`, other: `${shown} personas` }),
  views: {
    label: 'Vistas de los viajes',
    list: 'Lista',
    board: 'Tablero',
    cash: 'Caja',
  },
};
