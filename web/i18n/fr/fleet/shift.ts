export const shift: typeof import('../../es/fleet/shift.ts').shift = {
  classes: { basico: 'Standard', ejecutivo: 'Affaires', turismo: 'Tourisme', transfer: 'Navette' },
  intro: 'Choisissez votre voiture avant de partir.',
  vehicles: 'Voitures disponibles pour vous',
  last: 'La dernière',
  assigned: 'Vous est attribuée',
  current: (since) => `En service depuis ${since}`,
  end: 'Terminer le service',
  endQuestion: 'Terminer le service ? Les passagers ne verront plus cette voiture.',
  pinTip:
    'Sans code PIN, un passager peut terminer votre service. Choisissez-en un dans le menu du chauffeur.',
  ended: 'Le service est terminé. Les passagers voient votre plaque.',
  ownPlate: (plate) => `En dehors du service, les passagers voient votre plaque : ${plate}.`,
  noPlate: 'En dehors du service, les passagers ne voient aucune plaque.',
  search: 'Chercher par plaque',
  none: 'Aucune voiture avec cette plaque n’est disponible pour vous.',
  notActive: 'Quand l’entreprise aura activé votre fiche, vous choisirez votre voiture ici.',
  taken: (name) => `C’est ${name} qui l’a.`,
  takeOverText: 'Si vous la prenez, son service se termine.',
  takeOver: (plate) => `Prendre ${plate}`,
  back: 'En choisir une autre',
  noSignal: (plate) =>
    `Sans réseau, impossible de changer de voiture. Les passagers voient toujours ${plate}. Réessayez quand le réseau sera revenu.`,
  noSignalWithoutPlate:
    'Sans réseau, impossible de changer de voiture. Réessayez quand le réseau sera revenu.',
  menuLine: 'À l’arrêt',
};
