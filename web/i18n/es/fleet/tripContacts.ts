import { plural } from '../../../../shared/plural.ts';

/** The page of a trip in the panel: its passenger's page, and what its driver has said. */
export const tripContacts = {
  needTexts: {
    accepted: 'El conductor usa la app y aún no acepta este viaje, o cambió desde que lo aceptó.',
    declined: 'El conductor dice que no puede hacerlo.',
    no_show: 'El conductor dice que el pasajero no llegó.',
    late_tap:
      'Un conductor apretó un botón sin saber que el viaje ya no era suyo, había cambiado de hora, estaba cancelado o ya estaba pagado. Nada cambió.',
  },
  events: {
    accepted: 'El conductor aceptó',
    declined: 'El conductor no puede',
    link_renewed: 'Se cambió el enlace del pasajero',
    late_tap: 'El conductor tocó tarde: nada cambió',
  },
  /** Why a driver cannot drive. */
  driverReasons: { busy: 'Tiene otra cosa', unwell: 'Está enfermo', vehicle: 'Su auto no puede' },
  /** Done by a driver before saying that nobody came. */
  tried: { called: 'llamó', wrote: 'escribió' },
  confirmNoShow: 'Confirmar que no llegó',
  reopen: 'Reabrir…',
  seen: 'Visto',
  wasSeen: (code: string) => `Viaje ${code}: visto.`,
  link: {
    title: 'Página del pasajero',
    hint: 'Quien tiene el enlace ve el viaje, sin teléfono, apellido ni dirección.',
    copy: 'Copiar enlace',
    copied: 'Enlace copiado',
    renew: 'Cambiar enlace',
    question: 'El enlace que tiene el pasajero deja de funcionar. Envíale el nuevo.',
    renewed: (code: string) => `El viaje ${code} tiene otro enlace.`,
  },
  ratings: 'Calificaciones',
  stars: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} estrella`, other: `${shown} estrellas` }),
  replaced: 'reemplazada: no cuenta',
  ask: (name: string, when: string, way: string, code: string) =>
    `Hola ${name}. ¿Puedes hacer este viaje? ${when}, ${way} (${code}). Acéptalo en la app, por favor.`,
  writeToDriver: 'Escribir al conductor',
};
