import { plural } from '../../../../shared/plural.ts';

/** Forms of trips: by hand, and pasted messages. */
export const tripForms = {
  addTitle: 'Agregar viaje',
  editTitle: 'Corregir el viaje',
  saved: (code: string) => `Se guardó el viaje ${code}.`,
  fields: {
    phone: 'Teléfono',
    name: 'Pasajero',
    direction: 'Sentido',
    day: 'Día',
    time: 'Hora',
    landing: 'Hora de llegada del vuelo',
    buffer: 'Minutos de espera tras la llegada',
    route: 'Ruta',
    minutes: 'Minutos de viaje',
    address: 'Hotel o dirección',
    from: 'Desde',
    to: 'Hasta',
    flight: 'Vuelo',
    people: 'Personas',
    bags: 'Maletas',
    childAges: 'Sillas para niños',
    wheelchair: 'Silla de ruedas',
    pesos: 'Precio en pesos',
    payment: 'Pago',
    language: 'Idioma',
    agency: 'Agencia o empresa',
    voucher: 'Voucher',
    email: 'Correo',
    note: 'Nota para el conductor',
  },
  directions: { from: 'Desde el aeropuerto', to: 'Al aeropuerto', other: 'Otro recorrido' },
  payments: { cash: 'Efectivo', card: 'Tarjeta', transfer: 'Transferencia', account: 'A cuenta' },
  noPayment: 'Sin definir',
  otherPlace: 'Otro lugar',
  minutesHint: 'Sin la duración, un tope de horario no se puede comprobar.',
  ages: 'Edades en años, separadas por comas; vacío si no se necesitan.',
  pickup: (minutes: string, clock: string, day: string) =>
    `Se recoge ${minutes} minutos después: ${clock}${day && ` del ${day}`}`,
  whichHour: 'Esa noche la hora se repite',
  hours: { first: 'Primera vez', second: 'Segunda vez' },
  more: 'Más datos',
  ways: {
    from: (place: string) => `Aeropuerto → ${place}`,
    to: (place: string) => `${place} → Aeropuerto`,
  },
  lastTrip: (day: string, way: string) => `Último viaje: ${day}, ${way}`,
  useLast: 'Usar sus datos',
  listPrice: (price: string) => `Precio publicado: ${price}`,
  takePrice: 'Usarlo',
  conflict:
    'Otra persona guardó este viaje mientras tanto. Tus cambios siguen aquí, junto a los suyos: revísalos y guarda otra vez.',
  overlap: (code: string) =>
    `El conductor o el auto tiene otro viaje a esa hora: ${code}. Cambia la hora, o quítale el conductor al viaje primero.`,
  reasonRequired: 'Este cambio necesita un motivo: hazlo en la página del viaje.',
  problems: {
    required: 'Falta este dato.',
    noSuchTime: 'Esa noche los relojes saltan esta hora: elige otra.',
    no_such_time: 'Esa noche los relojes saltan esta hora: elige otra.',
    flight: 'No es un número de vuelo, como LA 705.',
    number: 'Revisa el número.',
    seats: 'Son demasiadas sillas.',
    phone_invalid: 'Falta el código del país, o el número está incompleto.',
  },
  pasteTitle: 'Pegar mensajes de reserva',
  pasteLabel: 'Mensajes',
  pasteHint:
    'Uno o muchos. Un mensaje repetido cuenta una vez; uno que cambia un viaje queda como propuesta, y los días pasados se dejan fuera.',
  file: 'Chat exportado',
  fileHint: 'El archivo .zip o .txt que WhatsApp crea con «Exportar chat», tal como llega.',
  read: 'Agregar los viajes',
  nothingRead: 'No hay ninguna reserva en este texto.',
  /** Those that are not zero stand in one sentence. */
  outcome: {
    added: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} viaje nuevo`, other: `${shown} viajes nuevos` }),
    proposed: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} cambio por revisar`, other: `${shown} cambios por revisar` }),
    known: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} repetido`, other: `${shown} repetidos` }),
    past: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} de un día pasado`, other: `${shown} de días pasados` }),
    unread: (_: number, shown: string) => `${shown} sin leer`,
  },
  former: (count: number, shown: string) =>
    plural('es', count, {
      one: `Hay ${shown} reserva guardada solo en este navegador.`,
      other: `Hay ${shown} reservas guardadas solo en este navegador.`,
    }),
  formerHint:
    'Súbelas para que toda la oficina las vea, con su conductor y su auto; las de días pasados no se suben. Después se borran de este navegador.',
  upload: 'Subirlas',
  uploadFailed: 'No se pudieron subir y siguen en este navegador.',
};
