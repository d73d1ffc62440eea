import { plural } from '../../../shared/plural.ts';

/** «Hoy» in the administration panel. `shown` is `count` in the language's digits. */
export const today = {
  loadFailed: 'No se pudo cargar el día',
  casesFailed: 'No se pudieron cargar los casos',
  rightsFailed: 'No se pudieron cargar las solicitudes de datos',
  allWell: 'Todo en orden',
  allWellHint: 'No tienes nada pendiente. Lo que pase aparece aquí por sí solo.',
  seeAll: (shown: string) => `Ver todo (${shown})`,
  see: 'Ver',
  seeOf: (name: string) => `Ver ${name}`,
  lines: {
    waiting: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} conductor por aprobar`,
        other: `${shown} conductores por aprobar`,
      }),
    photos: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} foto nueva por aprobar`,
        other: `${shown} fotos nuevas por aprobar`,
      }),
    reviews: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} calificación baja en las últimas 24 horas`,
        other: `${shown} calificaciones bajas en las últimas 24 horas`,
      }),
    offline: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} tableta sin conexión`, other: `${shown} tabletas sin conexión` }),
    battery: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} tableta con batería baja`,
        other: `${shown} tabletas con batería baja`,
      }),
    release: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} tableta aún muestra el contenido anterior`,
        other: `${shown} tabletas aún muestran el contenido anterior`,
      }),
    unverified: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} documento por verificar`,
        other: `${shown} documentos por verificar`,
      }),
    expired: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} documento vencido`, other: `${shown} documentos vencidos` }),
    expiring: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} documento vence esta semana`,
        other: `${shown} documentos vencen esta semana`,
      }),
    missing: (_count: number, shown: string) => `Faltan documentos: ${shown}`,
    mail: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} correo no se pudo enviar`,
        other: `${shown} correos no se pudieron enviar`,
      }),
    backup: (_count: number, _shown: string) => 'El respaldo está atrasado',
    rights: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} solicitud de datos por responder`,
        other: `${shown} solicitudes de datos por responder`,
      }),
    draft: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} cambio sin publicar`, other: `${shown} cambios sin publicar` }),
    trip_late: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} viaje atrasado`, other: `${shown} viajes atrasados` }),
    trip_driver: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} viaje sin conductor en las próximas 24 horas`,
        other: `${shown} viajes sin conductor en las próximas 24 horas`,
      }),
    trip_overlap: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} viaje con tope`, other: `${shown} viajes con tope` }),
    trip_documents: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} viaje con documentos por revisar`,
        other: `${shown} viajes con documentos por revisar`,
      }),
    trip_proposal: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} cambio de un pasajero por revisar`,
        other: `${shown} cambios de pasajeros por revisar`,
      }),
    trip_request: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} viaje por confirmar`, other: `${shown} viajes por confirmar` }),
    trip_changed: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} viaje cambió después del aviso`,
        other: `${shown} viajes cambiaron después del aviso`,
      }),
    trip_accepted: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} viaje sin aceptar por el conductor`,
        other: `${shown} viajes sin aceptar por los conductores`,
      }),
    trip_declined: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} viaje que el conductor no puede hacer`,
        other: `${shown} viajes que los conductores no pueden hacer`,
      }),
    trip_no_show: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} pasajero que no llegó, según el conductor`,
        other: `${shown} pasajeros que no llegaron, según los conductores`,
      }),
    trip_late_tap: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} botón apretado tarde`,
        other: `${shown} botones apretados tarde`,
      }),
    trip_told: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} viaje por avisar al conductor`,
        other: `${shown} viajes por avisar al conductor`,
      }),
    trip_reply: (count: number, shown: string) =>
      plural('es', count, {
        one: `${shown} pasajero sin respuesta abierta`,
        other: `${shown} pasajeros sin respuesta abierta`,
      }),
  },
  tripUnassigned: 'sin conductor',
  trips: {
    title: 'Próximos viajes',
    titleWaiting: (count: string) => `Próximos viajes · ${count} por atender`,
    day: 'Ver el día',
    none: 'No hay viajes en las próximas 36 horas.',
    loadFailed: 'No se pudieron cargar los próximos viajes',
  },
  draft: {
    title: 'Precios y pantalla',
    by: (who: string) => `el último, de ${who}`,
    somebody: 'una cuenta eliminada',
  },
  caseLine: {
    late: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} caso atrasado`, other: `${shown} casos atrasados` }),
    waiting: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} caso por responder`, other: `${shown} casos por responder` }),
    lateAndWaiting: (late: string, waiting: string) => `${late}, ${waiting} por responder`,
  },
  caseKinds: {
    lost: 'Objeto perdido',
    complaint: 'Reclamo',
    receipt: 'Comprobante',
    accessibility: 'Accesibilidad',
    other: 'Otro',
  },
  rightsKinds: {
    access: 'Acceso',
    rectification: 'Rectificación',
    erasure: 'Supresión',
    objection: 'Oposición',
    portability: 'Portabilidad',
    blocking: 'Bloqueo',
  },
  deadline: {
    ahead: (day: string) => `responde hasta el ${day}`,
    today: (_day: string) => 'responde hoy',
    late: (day: string) => `venció el ${day}`,
  },
  stars: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} estrella`, other: `${shown} estrellas` }),
  battery: (percent: string) => `${percent} %`,
  content: (release: string) => `Contenido ${release}`,
  inShift: 'En turno',
  unnamed: 'Tableta sin nombre',
  noDriver: 'Conductor eliminado',
  expires: (count: number, shown: string) =>
    count === 0 ? 'vence hoy' : count === 1 ? 'vence mañana' : `vence en ${shown} días`,
  expiredOn: (day: string) => `venció el ${day}`,
  lacks: (kinds: string) => `Falta: ${kinds}`,
  reload: 'Recargar',
  reloadDevice: (name: string) => `Recargar ${name}`,
  reloading: (name: string) => `Pedido a ${name}: recargar.`,
  mail: {
    auth: 'El servidor de correo no acepta el usuario o la contraseña.',
    unreachable: 'No hay conexión con el servidor de correo.',
    refused: 'El servidor de correo rechazó la dirección.',
    other: (code: string) => `El servidor de correo falló (${code}).`,
    hint: 'Quien olvidó su contraseña no recibe el enlace: dale tú una nueva.',
    action: 'Ver usuarios',
  },
  backup: {
    full: 'El disco está lleno.',
    other: (code: string) => `Falló (${code}).`,
    last: (moment: string) => `Último respaldo: ${moment}.`,
    hint: 'Avisa a quien cuida el servidor.',
    copy: 'Copiar aviso',
    copied: 'Aviso copiado.',
  },
  shifts: {
    title: (on: string, all: string) => `${on} de ${all} en turno`,
    on: 'En turno',
    off: 'Sin turno',
    nobody: 'Nadie',
  },
  steps: {
    title: 'Primeros pasos',
    hint: 'En cualquier orden. Cada uno se marca solo.',
    progress: (done: string, all: string) => `${done} de ${all} listos`,
    done: 'Listo',
    try: 'Probar',
    tryNumber: (number: string) => `Prueba el WhatsApp ${number}: debe abrir el chat de tu empresa.`,
    noVehicles: 'No tenemos autos propios',
    company: {
      title: 'Nombre y WhatsApp de la empresa',
      hint: 'Los pasajeros ven el nombre y escriben a ese número.',
      action: 'Escribirlos',
    },
    prices: {
      title: 'Precios',
      hint: 'Revísalos y publícalos: lo que se muestra obliga a la empresa.',
      action: 'Revisar precios',
    },
    claims: {
      title: 'Tres preguntas antes de publicar',
      hint: 'GPS, seguro y atención 24/7: di qué cumple tu empresa.',
      action: 'Contestar y publicar',
    },
    vehicles: { title: 'Autos', hint: 'Uno por uno, o todos con un CSV.', action: 'Agregar autos' },
    drivers: {
      title: 'Conductores',
      hint: 'Aparecen cuando los agregas o cuando se registran.',
      action: 'Ir a conductores',
    },
    devices: {
      title: 'Tabletas',
      hint: 'Prepáralas con un enlace; el teléfono de un conductor también cuenta.',
      action: 'Preparar una tableta',
    },
    policy: {
      title: 'Política de privacidad, versión 2',
      hint: 'La Ley 21.719 la exige desde el 1 de diciembre de 2026.',
      action: 'Abrir la política',
    },
  },
};
