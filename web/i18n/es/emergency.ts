/** Emergency numbers, and what to say. The operator hears the Spanish sentence; `position` takes degrees and metres. */
export const emergency = {
  title: 'Emergencias',
  numbers: {
    ambulance: 'Ambulancia',
    fire: 'Bomberos',
    police: 'Carabineros',
  },
  readAloud: 'Lee esto a quien conteste',
  sentence: (company: string, plate: string, driverCode: string) =>
    `Necesito ayuda urgente. Voy en un taxi de ${company} con patente ${plate}. El código del conductor es ${driverCode}.`,
  sentenceWithoutPlate: (company: string, driverCode: string) =>
    `Necesito ayuda urgente. Voy en un taxi de ${company}. El código del conductor es ${driverCode}.`,
  speaks: (language: string) => `Hablo ${language}.`,
  position: (latitude: string, longitude: string, metres: string) =>
    `Estoy en latitud ${latitude}, longitud ${longitude}, con un margen de ${metres} metros.`,
  noPosition: 'No puedo dar mi ubicación exacta.',
  addPosition: 'Agregar mi ubicación',
  updatePosition: 'Actualizar mi ubicación',
  locating: 'Buscando tu ubicación…',
  refused:
    'Este dispositivo no permite usar la ubicación. Di el nombre de la calle o un lugar que veas cerca.',
  unavailable: 'No encontramos la ubicación. Di el nombre de la calle o un lugar que veas cerca.',
  help: 'Objeto perdido o reclamo',
  /** Beside the code of the driver's page. */
  onPhone: {
    title: 'Llévatelo en tu teléfono',
    text: 'Los números, la patente y quién conduce, también después del viaje.',
    qr: 'Código QR con los números de emergencia y los datos de este taxi',
  },
  measures: 'En este viaje',
};
