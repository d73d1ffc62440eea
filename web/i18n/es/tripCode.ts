/** The short form on the screen in the vehicle, whose code opens the booking page filled in. */
export const tripCode = {
  open: 'Reservar con día, vuelo y precio',
  back: 'Volver',
  heading: 'Ábrelo en tu teléfono',
  scan: 'Escanéalo: la reserva se abre con estos datos. Agrega tu nombre y envíala por WhatsApp.',
  qr: 'Código QR que abre la reserva con estos datos',
  /** Beside the two codes of the booking panel: the chat, and the page with all details. */
  details: {
    chatHeading: 'Escríbenos',
    heading: 'Reservar con día, vuelo y precio',
    text: 'Día, vuelo, personas y equipaje: ves el precio antes de enviar.',
    qr: 'Código QR para reservar con día, vuelo y precio',
  },
  fields: {
    direction: 'Viaje',
    directions: { from: 'Desde el aeropuerto', to: 'Hacia el aeropuerto' },
    date: 'Día',
    /** By direction. */
    time: { from: 'Hora de llegada del vuelo', to: 'Hora de recogida' },
    /** By direction. */
    place: { from: '¿A dónde vas?', to: '¿Dónde te recogemos?' },
    otherPlace: 'Otro lugar',
    people: 'Pasajeros',
    bags: 'Maletas',
  },
};
