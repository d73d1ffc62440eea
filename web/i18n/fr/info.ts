export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => `${minutes} minutes`,
  gate: (gate) => `Porte ${gate}`,
  airport: {
    toCentre: { title: 'De l’aéroport au centre', line: 'En voiture, circulation normale' },
    domestic: { title: 'Terminal national', line: 'Vols à l’intérieur du Chili' },
    international: { title: 'Terminal international', line: 'Vols depuis et vers l’étranger' },
  },
  routes: {
    intro: 'Depuis l’aéroport',
    downtown: 'Centre-ville',
    currency:
      'Prix en pesos chiliens (CLP). Le point sépare les milliers : $15.000, c’est quinze mille pesos.',
  },
  return: {
    service: {
      title: 'Service de retour',
      line: 'Nous vous ramenons à l’aéroport à toute heure, tous les jours.',
    },
    wait: { title: 'Attente maximale', line: 'Pour repartir sereinement et à l’heure.' },
    ask: 'Demander mon retour sur WhatsApp',
  },
  safety: {
    gps: { title: 'GPS en temps réel', line: 'La société sait à tout moment où se trouve votre voiture.' },
    driver: {
      title: 'Chauffeur vérifié',
      line: 'Sa photo, son nom et sa plaque sont sur cet écran : vous pouvez comparer.',
    },
    insurance: { title: 'Assurance voyage', line: 'Elle couvre tous les passagers pendant le trajet.' },
    monitoring: {
      title: 'Surveillance 24 h/24, 7 j/7',
      line: 'Notre centrale suit chaque trajet, de jour comme de nuit.',
    },
  },
};
