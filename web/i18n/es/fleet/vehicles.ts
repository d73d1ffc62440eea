import { plural } from '../../../../shared/plural.ts';

/** The vehicles in the administration panel. Numbers and times are already written in the language. */
export const vehicles = {
  caption: 'Autos, por patente',
  search: 'Buscar por patente, marca o color',
  empty: 'Aún no hay autos',
  emptyHint:
    'Sin autos, cada conductor se muestra con su propia patente. Con autos, el conductor elige el suyo al empezar el turno.',
  fields: {
    license_plate: 'Patente',
    class: 'Clase',
    brand_model: 'Marca y modelo',
    colour: 'Color',
    seats: 'Asientos',
    bags: 'Maletas',
    registration_number: 'Registro (RNSTP)',
  },
  vehicle: 'Auto',
  space: 'Capacidad',
  seats: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} asiento`, other: `${shown} asientos` }),
  bags: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} maleta`, other: `${shown} maletas` }),
  drivers: 'Conductores asignados',
  everybody: 'Todos',
  everybodyHint: 'Sin conductores asignados, todos pueden tomar este auto.',
  addDriver: 'Asignar un conductor',
  removeDriver: (name: string) => `Quitar a ${name}`,
  now: 'Conduce ahora',
  free: 'Libre',
  since: (time: string) => `desde ${time}`,
  endShift: 'Terminar turno',
  shiftEnded: (name: string, plate: string) => `Terminó el turno de ${name} en ${plate}.`,
  add: 'Agregar auto',
  added: (plate: string) => `Se agregó ${plate}.`,
  edit: (plate: string) => `Editar ${plate}`,
  saved: (plate: string) => `Se guardó ${plate}.`,
  removing: (plate: string) => `Se elimina ${plate}…`,
  deleted: (plate: string) => `Se eliminó ${plate}.`,
  deletion: {
    title: 'Eliminar auto',
    question: (plate: string) => `¿Eliminar ${plate}?`,
    record: 'la ficha del auto',
    assignments: 'qué conductores tiene asignados',
    stays: 'los conductores y las tabletas',
    inUse: (name: string) => `Lo conduce ${name}: primero hay que terminar ese turno.`,
  },
  plateTaken: 'Ya hay un auto con esa patente',
  oddPlate: 'Revisa la patente: las chilenas son como BBBB12 o BB1234.',
  conflict:
    'Otra persona cambió este auto mientras lo editabas. Lo que no tocaste ya muestra sus cambios: revisa y guarda otra vez.',
  file: {
    open: 'Importar CSV',
    title: 'Importar autos',
    hint: 'Con las columnas patente; clase; marca y modelo; color; asientos; maletas; registro. Solo la patente es obligatoria.',
    templateName: 'autos.csv',
    problems: { choice: 'debe ser básico, ejecutivo, turismo o transfer' },
  },
};
