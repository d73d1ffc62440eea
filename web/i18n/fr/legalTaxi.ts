export const legalTaxi: typeof import('../es/legalTaxi.ts').legalTaxi = {
  compare: {
    title: 'D’abord, comparez',
    text: 'La plaque affichée ici doit être celle de la voiture, et la photo celle de la personne qui conduit.',
    mismatch:
      'Si ce n’est pas le cas, ne partez pas. Si vous roulez déjà, demandez à descendre dans un lieu fréquenté et appelez le 133.',
  },
  signs: {
    title: 'Reconnaître un taxi autorisé',
    basic: {
      title: 'Taxi classique',
      line: 'Noir à toit jaune. Plaque orange à lettres noires, taximètre bien visible et tarif écrit sur le pare-brise.',
    },
    tourism: {
      title: 'Taxi de tourisme',
      line: 'Plaque orange à lettres blanches. Le prix dépend de la destination et se fixe avant le départ.',
    },
    counter: {
      title: 'À l’aéroport de Santiago',
      line: 'Les taxis se réservent aux comptoirs officiels, dans le terminal et avant de sortir. On vous y donne le prix.',
    },
    booked: {
      title: 'Avec réservation',
      line: 'L’entreprise vous dit d’avance qui vient et avec quelle voiture. Comparez le nom et la plaque.',
    },
  },
  refuse: {
    title: 'Ce qu’il faut refuser',
    hall: 'Les trajets proposés dans le hall des arrivées ou à la porte, même par quelqu’un en uniforme ou avec un badge.',
    otherVehicle:
      'Que l’on vous dise que votre transfert ne viendra pas et qu’on vous mène à une autre voiture. Appelez vous-même l’entreprise.',
    noPrice: 'Partir sans connaître le prix, ou avec un taximètre éteint ou caché.',
    extras: 'Les suppléments dont personne n’a parlé avant le départ : péages, changement d’itinéraire.',
    card: 'Payer par carte sans regarder. Vérifiez le montant et les zéros sur le terminal avant de taper votre code.',
  },
  law: 'Depuis fin 2025, proposer des trajets informels dans les aéroports chiliens est puni d’une amende, et les prendre en connaissance de cause aussi.',
  trouble:
    'En cas de problème, notez la plaque. En danger, appelez la police : 133. Les réclamations vont au ministère des Transports.',
  note: 'Informations générales, qui peuvent changer. Le comptoir officiel de l’aéroport et le ministère des Transports ont le dernier mot.',
};
