import { plural } from '../../../../shared/plural.ts';

/** How a driver is rated: in the driver's menu, and in the administration panel. Numbers are already written in the language. */
export const ownReviews = {
  title: 'Tus calificaciones',
  menu: 'Calificaciones',
  menuLine: 'Tu promedio y los motivos, hasta ayer',
  empty: 'Hasta ayer no hay calificaciones.',
  today: 'Las de hoy se suman mañana: así nadie puede saber qué pasajero calificó.',
  tooFew: 'Menos de tres calificaciones: todavía sin promedio.',
  count: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} calificación`, other: `${shown} calificaciones` }),
  trend: 'Promedio por semana',
  week: 'Semana del',
  average: 'Promedio',
  reviews: 'Calificaciones',
  noAverage: 'sin promedio',
  reasonsTitle: 'Motivos en 12 semanas',
  noReasons: 'Muy pocos motivos para mostrarlos.',
};
