/** The trips of the company: list, page, and what is done with one. */
export const trips = {
  caption: 'Viajes, por día y hora',
  search: 'Buscar por nombre, código, vuelo o lugar',
  empty: 'Aún no hay viajes',
  emptyHint:
    'Pega los mensajes de reserva que llegan por WhatsApp, o agrega un viaje que te piden por teléfono: aquí tienen conductor, auto y precio, y toda la oficina los ve.',
  nothing: 'Ningún viaje con estos filtros',
  add: 'Agregar',
  paste: 'Pegar mensajes',
  when: 'Hora',
};
