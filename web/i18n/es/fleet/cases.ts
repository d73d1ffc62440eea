/** The cases of passengers in the administration panel, and templates of replies, which address the passenger. */
export const cases = {
  kinds: {
    lost: 'Objeto perdido',
    complaint: 'Reclamo',
    receipt: 'Comprobante',
    accessibility: 'Accesibilidad',
    other: 'Otro',
  },
  states: { new: 'Nuevo', answered: 'Respondido', closed: 'Cerrado' },
  withReply: 'Con respuesta',
  caption: 'Casos de pasajeros, los abiertos primero',
  search: 'Buscar por número, texto o conductor',
  kind: 'Tipo',
  all: 'Todos',
  case: 'Caso',
  body: 'Qué pasó',
  driver: 'Conductor',
  came: 'Llegó',
  when: 'Ocurrió',
  place: 'Vuelo o lugar',
  vehicle: 'Auto',
  photo: 'Foto del pasajero',
  unknownDriver: 'Sin conductor',
  casesOf: (name: string) => `Casos de ${name}`,
  onlyOf: (name: string) => `Solo ${name}`,
  showAll: 'Mostrar los casos de todos',
  from: 'Desde',
  until: 'Hasta',
  forgotten: 'Los datos del pasajero se borraron.',
  gone: 'Este caso ya no existe.',
  timeline: 'Historia del caso',
  template: 'Plantilla',
  chooseTemplate: 'Elegir una plantilla',
  onPage: 'La respuesta aparece siempre en la página del caso, en el teléfono del pasajero.',
  noteHint: 'Solo la ve la oficina.',
  close: 'Cerrar el caso',
  reopen: 'Reabrir el caso',
  forget: 'Borrar los datos del pasajero',
  forgetText:
    'Se borran sus palabras, su contacto, la foto, las respuestas y su página. Quedan el tipo, las fechas, el conductor y el auto. No se puede deshacer.',
  driverHint:
    'Turno y auto se buscan según la hora. El conductor no ve el caso: solo sabe lo que tú le cuentes.',
  chooseDriver: 'Elegir el conductor',
  driverSaved: 'Se cambió el conductor del caso.',
  nothing: 'Ningún caso con estos filtros',
  clearFilters: 'Quitar los filtros',
  empty: 'Ningún pasajero ha escrito',
  emptyHint:
    'Aquí llega lo que los pasajeros perdieron, reclaman o piden en la página /help, con los días que quedan para responder.',
  open: (number: string) => `Abrir el caso ${number}`,
  closed: (number: string) => `Se cerró el caso ${number}.`,
  reopened: (number: string) => `Se reabrió el caso ${number}.`,
  forgot: (number: string) => `Se borraron los datos del caso ${number}.`,
  replied: (number: string) => `Se respondió el caso ${number}.`,
  events: { closed: 'Se cerró', reopened: 'Se reabrió', driver: 'Se cambió el conductor' },
  entries: { reply: 'Respuesta', passenger: 'Pasajero', note: 'Nota interna' },
  templates: {
    found: {
      name: 'Encontrado',
      text: (number: string) =>
        `Buenas noticias: encontramos lo que perdió (caso ${number}). ¿Cuándo y dónde se lo entregamos?`,
    },
    searching: {
      name: 'Lo buscamos',
      text: (number: string) =>
        `Recibimos su mensaje (caso ${number}). Ya le preguntamos al conductor y buscamos en el auto. Le escribimos en cuanto sepamos algo.`,
    },
    notFound: {
      name: 'No aparece',
      text: (number: string) =>
        `Buscamos en el auto y preguntamos al conductor, pero no encontramos lo que perdió (caso ${number}). Si aparece, le avisamos de inmediato.`,
    },
    sorry: {
      name: 'Disculpas',
      text: (number: string) =>
        `Lamentamos lo ocurrido (caso ${number}). Hablamos con el conductor y tomamos medidas para que no se repita. Gracias por contarnos.`,
    },
    receipt: {
      name: 'Comprobante',
      text: (number: string) =>
        `Para enviarle el comprobante (caso ${number}) necesitamos el nombre o la empresa, el RUT o número de identificación y el monto pagado.`,
    },
    moreDetails: {
      name: 'Faltan datos',
      text: (number: string) =>
        `Para ayudarle con el caso ${number} necesitamos saber el día, la hora y el recorrido y, si puede, la patente del auto.`,
    },
  },
};
