export const emergency: typeof import('../es/emergency.ts').emergency = {
  title: 'Urgences',
  numbers: {
    ambulance: 'Ambulance',
    fire: 'Pompiers',
    police: 'Police',
  },
  readAloud: 'Lisez ceci à la personne qui répond',
  sentence: (company, plate, driverCode) =>
    `J’ai besoin d’aide, c’est urgent. Je suis dans un taxi de ${company} immatriculé ${plate}. Le code du chauffeur est ${driverCode}.`,
  sentenceWithoutPlate: (company, driverCode) =>
    `J’ai besoin d’aide, c’est urgent. Je suis dans un taxi de ${company}. Le code du chauffeur est ${driverCode}.`,
  speaks: (language) => `Je parle ${language}.`,
  position: (latitude, longitude, metres) =>
    `Je suis à la latitude ${latitude}, longitude ${longitude}, à ${metres} mètres près.`,
  noPosition: 'Je ne peux pas donner ma position exacte.',
  addPosition: 'Ajouter ma position',
  updatePosition: 'Actualiser ma position',
  locating: 'Recherche de votre position…',
  refused:
    'Cet appareil ne permet pas d’utiliser la position. Donnez le nom de la rue ou d’un lieu que vous voyez.',
  unavailable: 'Position introuvable. Donnez le nom de la rue ou d’un lieu que vous voyez.',
  help: 'Objet perdu ou réclamation',
  /** Beside the code of the driver's page. */
  onPhone: {
    title: 'Sur votre téléphone',
    text: 'Les numéros, la plaque et le nom du chauffeur, même après le trajet.',
    qr: 'Code QR avec les numéros d’urgence et les données de ce taxi',
  },
  measures: 'Pendant ce trajet',
};
