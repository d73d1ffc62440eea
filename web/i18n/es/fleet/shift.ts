/** The driver's choice of a vehicle, and what a vehicle is. */
export const shift = {
  classes: { basico: 'Básico', ejecutivo: 'Ejecutivo', turismo: 'Turismo', transfer: 'Transfer' },
  intro: 'Elige tu auto antes de partir.',
  vehicles: 'Autos que puedes tomar',
  last: 'El último',
  assigned: 'Asignado a ti',
  current: (since: string) => `En turno desde ${since}`,
  end: 'Terminar el turno',
  ended: 'El turno terminó. Los pasajeros ven tu patente.',
  ownPlate: (plate: string) => `Sin turno, los pasajeros ven tu patente: ${plate}.`,
  noPlate: 'Sin turno, los pasajeros no ven ninguna patente.',
  search: 'Buscar por patente',
  none: 'No hay un auto con esa patente que puedas tomar.',
  notActive: 'Cuando la empresa active tu ficha, aquí eliges tu auto.',
  taken: (name: string) => `Lo tiene ${name}.`,
  takeOverText: 'Si lo tomas, termina su turno.',
  takeOver: (plate: string) => `Tomar el ${plate}`,
  back: 'Elegir otro',
  noSignal: (plate: string) =>
    `Sin señal no se puede cambiar de auto. Los pasajeros siguen viendo ${plate}. Inténtalo otra vez cuando haya señal.`,
  noSignalWithoutPlate: 'Sin señal no se puede cambiar de auto. Inténtalo otra vez cuando haya señal.',
  menuLine: 'Con el auto detenido',
};
