export const emergency: typeof import('../es/emergency.ts').emergency = {
  title: 'Emergencies',
  numbers: {
    ambulance: 'Ambulance',
    fire: 'Fire brigade',
    police: 'Police',
  },
  readAloud: 'Read this to the operator',
  sentence: (company, plate, driverCode) =>
    `I need urgent help. I am in a taxi from ${company}, licence plate ${plate}. The driver code is ${driverCode}.`,
  sentenceWithoutPlate: (company, driverCode) =>
    `I need urgent help. I am in a taxi from ${company}. The driver code is ${driverCode}.`,
  speaks: (language) => `I speak ${language}.`,
  position: (latitude, longitude, metres) =>
    `I am at latitude ${latitude}, longitude ${longitude}, to within ${metres} metres.`,
  noPosition: 'I cannot give my exact location.',
  addPosition: 'Add my location',
  updatePosition: 'Update my location',
  locating: 'Finding your location…',
  refused: 'This device does not share its location. Name the street or a place you can see.',
  unavailable: 'The location could not be found. Name the street or a place you can see.',
  help: 'Lost property or complaint',
  /** Beside the code of the driver's page. */
  onPhone: {
    title: 'Take it on your phone',
    text: 'The numbers, the number plate and who is driving, also after the trip.',
    qr: 'QR code with the emergency numbers and the details of this taxi',
  },
  measures: 'On this trip',
};
