import { plural } from '../../../../shared/plural.ts';

/** The bookings that the office pastes into the panel. */
export const bookings = {
  caption: 'Reservas, por día y hora',
  search: 'Buscar por nombre, vuelo o lugar',
  paste: 'Pegar mensajes',
  add: 'Agregar',
  print: 'Imprimir',
  day: 'Día',
  upcoming: 'Desde hoy',
  past: 'Anteriores',
  dayWithCount: (day: string, count: string) => `${day} (${count})`,
  empty: 'Aún no hay reservas',
  emptyHint:
    'Copia los mensajes de reserva desde WhatsApp y pégalos aquí: se ordenan por día, con conductor, auto y precio por revisar. Quedan solo en este navegador.',
  nothing: 'Ninguna reserva en estos días',
  stored:
    'La lista está solo en este navegador y en tu cuenta. Cada reserva se borra 30 días después del viaje, y todas al cerrar sesión aquí.',
  notStored: 'El navegador no pudo guardar la lista: no tiene espacio o no lo permite.',
  when: 'Hora',
  trip: 'Recorrido',
  passenger: 'Pasajero',
  flight: 'Vuelo',
  people: 'Personas',
  bags: 'Maletas',
  childSeats: 'Sillas para niños',
  ages: 'Edades en años, separadas por comas; vacío si no se necesitan.',
  wheelchair: 'Silla de ruedas',
  name: 'Nombre',
  language: 'Idioma',
  paying: 'Pago',
  payments: { cash: 'Efectivo', card: 'Tarjeta', transfer: 'Transferencia' },
  phone: 'Teléfono',
  price: 'Precio',
  assigned: 'Conductor y auto',
  state: 'Revisar',
  driver: 'Conductor',
  vehicle: 'Auto',
  date: 'Fecha',
  time: 'Hora',
  direction: 'Sentido',
  route: 'Ruta',
  otherPlace: 'Otro lugar',
  place: 'Hotel o dirección',
  open: (name: string) => `Abrir la reserva de ${name}`,
  nameless: 'Sin nombre',
  trips: {
    to: (place: string) => `${place} → aeropuerto`,
    from: (place: string) => `Aeropuerto → ${place}`,
  },
  directions: { to: 'Al aeropuerto', from: 'Desde el aeropuerto' },
  peopleCount: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} persona`, other: `${shown} personas` }),
  bagCount: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} maleta`, other: `${shown} maletas` }),
  seatsFor: (ages: string) => `silla: ${ages} años`,
  unassigned: 'Sin asignar',
  changedBadge: 'Cambiada',
  changedText: 'Un mensaje posterior cambió esta reserva. El conductor y el auto siguen siendo los mismos.',
  editedBadge: 'Alterada',
  editedText:
    'El texto y la última línea del mensaje no dicen lo mismo: alguien lo cambió a mano. Confirma los datos con el pasajero.',
  conflictBadge: 'Tope',
  priceBadge: 'Precio',
  documentsBadge: 'Documentos',
  conflict: {
    driver: (name: string, time: string, gap: string, needed: string) =>
      `El conductor también lleva a ${name} a las ${time}: hay ${gap} min y se necesitan ${needed}.`,
    vehicle: (name: string, time: string, gap: string, needed: string) =>
      `El auto también lleva a ${name} a las ${time}: hay ${gap} min y se necesitan ${needed}.`,
  },
  lacking: (name: string) => `A ${name} le falta un documento crítico.`,
  outOfForce: (name: string, day: string) =>
    `${name}: un documento crítico vence el ${day}, antes del viaje.`,
  expired: (name: string, day: string) => `${name}: un documento crítico venció el ${day}.`,
  quoted: (price: string) => `Cotizado: ${price}.`,
  priceSame: 'Es el precio vigente para ese día.',
  priceNow: (price: string) => `Para ese día rige ${price}.`,
  priceNone: 'No hay precio publicado para ese día y esa ruta.',
  priceUnquoted: 'El mensaje no trae precio.',
  priceDisputed: (release: string, price: string) =>
    `La publicación ${release}, que el mensaje nombra, decía ${price}: el precio pudo cambiarse a mano.`,
  priceDisputedNone: (release: string) =>
    `La publicación ${release}, que el mensaje nombra, no tenía precio para esa ruta.`,
  priceUnchecked: (release: string) => `No se pudo leer la publicación ${release}, que el mensaje nombra.`,
  inquire: 'Consultar',
  noDriver: 'Sin conductor',
  noVehicle: 'Sin auto',
  inShift: 'en turno ahora',
  busyAt: (time: string) => `otra reserva a las ${time}`,
  expiredDocuments: 'documentos vencidos',
  seats: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} asiento`, other: `${shown} asientos` }),
  fewSeats: 'faltan asientos',
  freeDrivers: (count: number, shown: string) =>
    plural('es', count, {
      one: `${shown} conductor libre a esa hora, con sus documentos al día.`,
      other: `${shown} conductores libres a esa hora, con sus documentos al día.`,
    }),
  message: 'Mensaje',
  reply: 'Respuesta',
  chooseTemplate: 'Elegir una respuesta',
  replyIn: (language: string) => `Respuesta en ${language}`,
  inSpanish: 'En español',
  copy: 'Copiar',
  copied: 'Copiada',
  whatsapp: 'Responder por WhatsApp',
  edit: 'Corregir',
  editTitle: 'Corregir la reserva',
  addTitle: 'Agregar una reserva',
  saved: (name: string) => `Se guardó la reserva de ${name}.`,
  remove: 'Quitar de la lista',
  removing: (name: string) => `Se quita la reserva de ${name}.`,
  removed: (name: string) => `Se quitó la reserva de ${name}.`,
  pasteTitle: 'Pegar mensajes de reserva',
  pasteLabel: 'Mensajes',
  pasteHint:
    'Uno o muchos. Un mensaje repetido cuenta una vez; uno que cambia la reserva de la misma persona, día y sentido la reemplaza.',
  file: 'Chat exportado',
  fileHint: 'El archivo .zip o .txt que WhatsApp crea con «Exportar chat», tal como llega.',
  read: 'Agregar las reservas',
  nothingRead: 'No hay ninguna reserva en este texto.',
  /** Those that are not zero stand in one sentence. */
  outcome: {
    added: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} reserva nueva`, other: `${shown} reservas nuevas` }),
    changed: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} cambiada`, other: `${shown} cambiadas` }),
    replaced: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} reemplazada`, other: `${shown} reemplazadas` }),
    repeated: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} repetida`, other: `${shown} repetidas` }),
    removed: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} quitada antes`, other: `${shown} quitadas antes` }),
    unread: (count: number, shown: string) =>
      plural('es', count, { one: `${shown} mensaje sin leer`, other: `${shown} mensajes sin leer` }),
  },
  takeBack: 'Traer de vuelta las que se quitaron',
  unreadTitle: (count: number, shown: string) =>
    plural('es', count, {
      one: `${shown} mensaje que no se pudo leer`,
      other: `${shown} mensajes que no se pudieron leer`,
    }),
  unreadHint: 'Escribe sus datos, o descártalo si no era una reserva.',
  typeIn: 'Escribir los datos',
  discard: 'Descartar',
  calendar: 'Calendario (.ics)',
  calendarSaved: (file: string) => `Se descargó ${file}: ábrelo para agregar los viajes a tu calendario.`,
  deleteAll: 'Borrar todas',
  deleteAllText:
    'Se borran de este navegador todas las reservas, con sus conductores y autos, y los mensajes sin leer. No se puede deshacer.',
  deletedAll: 'Se borraron las reservas de este navegador.',
  problems: {
    required: 'Falta este dato.',
    past: 'Ya pasó.',
    far: 'Falta más de un año.',
    noSuchTime: 'Esa fecha u hora no existe.',
    flight: 'No es un número de vuelo, como LA 705.',
    number: 'Revisa el número.',
    seats: 'Son demasiadas sillas.',
  },
  replies: {
    confirm: 'Confirmar',
    price: 'El precio es otro',
    impossible: 'No es posible',
  },
};
