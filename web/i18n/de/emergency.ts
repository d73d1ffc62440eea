export const emergency: typeof import('../es/emergency.ts').emergency = {
  title: 'Notfall',
  numbers: {
    ambulance: 'Rettungs\u00addienst',
    fire: 'Feuer\u00adwehr',
    police: 'Polizei',
  },
  readAloud: 'Lesen Sie dies am Telefon vor',
  sentence: (company, plate, driverCode) =>
    `Ich brauche dringend Hilfe. Ich bin in einem Taxi von ${company} mit dem Kennzeichen ${plate}. Der Fahrercode ist ${driverCode}.`,
  sentenceWithoutPlate: (company, driverCode) =>
    `Ich brauche dringend Hilfe. Ich bin in einem Taxi von ${company}. Der Fahrercode ist ${driverCode}.`,
  speaks: (language) => `Ich spreche ${language}.`,
  position: (latitude, longitude, metres) =>
    `Ich bin bei Breitengrad ${latitude}, Längengrad ${longitude}, auf ${metres} Meter genau.`,
  noPosition: 'Ich kann meinen genauen Standort nicht angeben.',
  addPosition: 'Meinen Standort hinzufügen',
  updatePosition: 'Standort aktualisieren',
  locating: 'Ihr Standort wird gesucht …',
  refused:
    'Dieses Gerät gibt seinen Standort nicht frei. Nennen Sie die Straße oder einen Ort, den Sie sehen.',
  unavailable: 'Der Standort wurde nicht gefunden. Nennen Sie die Straße oder einen Ort, den Sie sehen.',
  help: 'Verlorenes oder Beschwerde',
  /** Beside the code of the driver's page. */
  onPhone: {
    title: 'Auf Ihr Telefon',
    text: 'Die Nummern, das Kennzeichen und wer fährt, auch nach der Fahrt.',
    qr: 'QR-Code mit den Notrufnummern und den Angaben zu diesem Taxi',
  },
  measures: 'Auf dieser Fahrt',
};
