import { plural } from '../../../../shared/plural.ts';

/** The company's messages to the driver. */
export const ownAnnouncements = {
  title: 'Avisos de la empresa',
  menu: 'Avisos',
  menuLine: 'Mensajes de la empresa',
  unread: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} sin leer`, other: `${shown} sin leer` }),
  confirm: 'Lo leí',
  read: 'Leído',
  unsent: 'Leído, pero la empresa aún no lo sabe. Se enviará por sí solo cuando haya señal.',
  newPolicy: (version: string) => `Cambió la política de privacidad: ahora rige la versión ${version}.`,
  readPolicy: 'Leer la política',
};
