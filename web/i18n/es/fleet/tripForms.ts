/** Forms of trips: by hand, and pasted messages. */
export const tripForms = {
  addTitle: 'Agregar viaje',
  editTitle: 'Corregir el viaje',
  pasteTitle: 'Pegar mensajes de reserva',
};
