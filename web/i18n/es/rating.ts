import { plural } from '../../../shared/plural.ts';

/**
 * The rating dialog, and what waits on this device. `levels`: what one to five stars mean. `unsent` and `unsentTaps`: asked
 * to sign out.
 */
export const rating = {
  question: '¿Cómo estuvo tu viaje?',
  legend: 'Calificación en estrellas',
  stars: (stars: number) => plural('es', stars, { one: `${stars} estrella`, other: `${stars} estrellas` }),
  levels: ['Malo', 'Regular', 'Bueno', 'Muy bueno', 'Excelente'],
  submit: 'Enviar calificación',
  failed: 'No pudimos guardar tu calificación.',
  pending: (count: number) => `${count} por enviar`,
  pendingLong: (count: number) =>
    plural('es', count, {
      one: `${count} calificación espera en este dispositivo y se enviará sola.`,
      other: `${count} calificaciones esperan en este dispositivo y se enviarán solas.`,
    }),
  refused: (count: number) =>
    plural('es', count, {
      one: `${count} calificación no se pudo enviar`,
      other: `${count} calificaciones no se pudieron enviar`,
    }),
  unsent: (count: number) =>
    plural('es', count, {
      one: 'Queda 1 calificación por enviar. Se enviará cuando este conductor vuelva a entrar en este dispositivo.',
      other: `Quedan ${count} calificaciones por enviar. Se enviarán cuando este conductor vuelva a entrar en este dispositivo.`,
    }),
  unsentTaps: (count: number) =>
    plural('es', count, {
      one: 'Queda 1 actualización de viaje por enviar. Se enviará cuando este conductor vuelva a entrar en este dispositivo.',
      other: `Quedan ${count} actualizaciones de viajes por enviar. Se enviarán cuando este conductor vuelva a entrar en este dispositivo.`,
    }),
};
