export const emergency: typeof import('../es/emergency.ts').emergency = {
  title: 'Emergencies',
  numbers: {
    ambulance: 'Ambulance',
    fire: 'Fire brigade',
    police: 'Police',
  },
  readAloud: 'Read this to whoever answers',
  sentence: (company, plate, driverCode) =>
    `I need urgent help. I am in a taxi of ${company} with licence plate ${plate}. The driver code is ${driverCode}.`,
  speaks: (language) => `I speak ${language}.`,
  position: (latitude, longitude, metres) =>
    `I am at latitude ${latitude}, longitude ${longitude}, within ${metres} metres.`,
  noPosition: 'I cannot give my exact position.',
  addPosition: 'Add my position',
  updatePosition: 'Update my position',
  locating: 'Finding your position…',
  refused: 'This device does not allow its position to be used. Name the street or a place you can see.',
  unavailable: 'The position could not be found. Name the street or a place you can see.',
  measures: 'On this trip',
};
