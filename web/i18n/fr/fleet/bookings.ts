import { plural } from '../../../../shared/plural.ts';

export const bookings: typeof import('../../es/fleet/bookings.ts').bookings = {
  caption: 'Réservations, par jour et heure',
  search: 'Chercher par nom, vol ou lieu',
  paste: 'Coller des messages',
  add: 'Ajouter',
  print: 'Imprimer',
  day: 'Jour',
  upcoming: 'À partir d’aujourd’hui',
  past: 'Passées',
  dayWithCount: (day: string, count: string) => `${day} (${count})`,
  empty: 'Aucune réservation collée',
  emptyHint:
    'Copiez les messages de réservation depuis WhatsApp et collez-les ici : ils sont classés par jour, avec chauffeur, voiture et prix à vérifier. Ils restent dans ce navigateur seulement.',
  nothing: 'Aucune réservation ces jours-là',
  clearFilters: 'Effacer les filtres',
  stored:
    'La liste n’existe que dans ce navigateur et dans votre compte. Chaque réservation est supprimée 30 jours après le trajet, et toutes à la déconnexion.',
  notStored: 'Le navigateur n’a pas pu enregistrer la liste : il manque de place ou ne le permet pas.',
  when: 'Heure',
  trip: 'Trajet',
  passenger: 'Passager',
  flight: 'Vol',
  people: 'Personnes',
  bags: 'Bagages',
  childSeats: 'Sièges enfant',
  ages: 'Âges en années, séparés par des virgules ; vide s’il n’en faut pas.',
  wheelchair: 'Fauteuil roulant',
  name: 'Nom',
  language: 'Langue',
  paying: 'Paiement',
  payments: { cash: 'Espèces', card: 'Carte', transfer: 'Virement' },
  phone: 'Téléphone',
  price: 'Prix',
  assigned: 'Chauffeur et voiture',
  state: 'À vérifier',
  driver: 'Chauffeur',
  vehicle: 'Voiture',
  date: 'Date',
  time: 'Heure',
  direction: 'Sens',
  route: 'Trajet type',
  otherPlace: 'Autre lieu',
  place: 'Hôtel ou adresse',
  open: (name: string) => `Ouvrir la réservation de ${name}`,
  nameless: 'Sans nom',
  trips: { to: (place: string) => `${place} → aéroport`, from: (place: string) => `Aéroport → ${place}` },
  directions: { to: 'Vers l’aéroport', from: 'Depuis l’aéroport' },
  peopleCount: (count: number, shown: string) =>
    plural('fr', count, { one: `${shown} personne`, other: `${shown} personnes` }),
  bagCount: (count: number, shown: string) =>
    plural('fr', count, { one: `${shown} bagage`, other: `${shown} bagages` }),
  seatsFor: (ages: string) => `siège : ${ages} ans`,
  unassigned: 'Non attribuée',
  changedBadge: 'Modifiée',
  changedText:
    'Un message plus récent a modifié cette réservation. Le chauffeur et la voiture restent les mêmes.',
  editedBadge: 'Altérée',
  editedText:
    'Le texte et la dernière ligne du message ne disent pas la même chose : quelqu’un l’a modifié à la main. Confirmez les données avec le passager.',
  conflictBadge: 'Conflit',
  priceBadge: 'Prix',
  documentsBadge: 'Documents',
  conflict: {
    driver: (name: string, time: string, gap: string, needed: string) =>
      `Le chauffeur conduit aussi ${name} à ${time} : il y a ${gap} min et il en faut ${needed}.`,
    vehicle: (name: string, time: string, gap: string, needed: string) =>
      `La voiture transporte aussi ${name} à ${time} : il y a ${gap} min et il en faut ${needed}.`,
  },
  outOfForce: (name: string, day: string) =>
    `${name} : un document critique expire le ${day}, avant le trajet.`,
  quoted: (price: string) => `Annoncé : ${price}.`,
  priceSame: 'C’est le prix en vigueur ce jour-là.',
  priceNow: (price: string) => `Le prix de ce jour-là est ${price}.`,
  priceNone: 'Aucun prix n’est publié pour ce jour et ce trajet.',
  priceUnquoted: 'Le message n’a pas de prix.',
  priceDisputed: (release: string, price: string) =>
    `La publication ${release}, que le message cite, disait ${price} : le prix a pu être modifié à la main.`,
  priceDisputedNone: (release: string) =>
    `La publication ${release}, que le message cite, n’avait pas de prix pour ce trajet.`,
  priceUnchecked: (release: string) => `La publication ${release}, que le message cite, n’a pas pu être lue.`,
  inquire: 'Sur demande',
  noDriver: 'Sans chauffeur',
  noVehicle: 'Sans voiture',
  inShift: 'en service maintenant',
  busyAt: (time: string) => `autre réservation à ${time}`,
  expiredDocuments: 'documents expirés',
  seats: (count: number, shown: string) =>
    plural('fr', count, { one: `${shown} place`, other: `${shown} places` }),
  fewSeats: 'trop peu de places',
  freeDrivers: (count: number, shown: string) =>
    plural('fr', count, {
      one: `${shown} chauffeur libre à cette heure, documents en règle.`,
      other: `${shown} chauffeurs libres à cette heure, documents en règle.`,
    }),
  message: 'Message',
  reply: 'Réponse',
  chooseTemplate: 'Choisir une réponse',
  replyIn: (language: string) => `Réponse en ${language}`,
  inSpanish: 'En espagnol',
  copy: 'Copier',
  copied: 'Copiée',
  whatsapp: 'Répondre par WhatsApp',
  edit: 'Corriger',
  editTitle: 'Corriger la réservation',
  addTitle: 'Ajouter une réservation',
  saved: (name: string) => `La réservation de ${name} est enregistrée.`,
  remove: 'Retirer de la liste',
  removed: (name: string) => `La réservation de ${name} a été retirée.`,
  pasteTitle: 'Coller des messages de réservation',
  pasteLabel: 'Messages',
  pasteHint:
    'Un ou plusieurs. Le fichier .txt que WhatsApp crée avec « Exporter discussion » convient aussi. Un message répété compte une fois ; un message qui modifie la réservation de la même personne, du même jour et du même sens la remplace.',
  chooseFile: 'Choisir un fichier .txt',
  fileTooLarge:
    'Le fichier est trop grand : exportez la discussion sans médias, ou seulement les derniers messages.',
  read: 'Lire les messages',
  nothingRead: 'Il n’y a aucune réservation dans ce texte.',
  outcome: (added: string, changed: string, replaced: string, repeated: string, unread: string) =>
    `Nouvelles : ${added}. Modifiées : ${changed}. Remplacées : ${replaced}. Répétées : ${repeated}. Non lues : ${unread}.`,
  leftOut: (count: string) => `Retirées auparavant : ${count}.`,
  takeBack: 'Reprendre celles qui ont été retirées',
  unreadTitle: (count: number, shown: string) =>
    plural('fr', count, {
      one: `${shown} message n’a pas pu être lu`,
      other: `${shown} messages n’ont pas pu être lus`,
    }),
  unreadHint: 'Saisissez ses données, ou écartez-le si ce n’était pas une réservation.',
  typeIn: 'Saisir les données',
  discard: 'Écarter',
  calendar: 'Calendrier (.ics)',
  deleteAll: 'Tout supprimer',
  deleteAllText:
    'Toutes les réservations, avec leurs chauffeurs et voitures, et les messages non lus sont supprimés de ce navigateur. C’est irréversible.',
  deletedAll: 'Les réservations ont été supprimées de ce navigateur.',
  problems: {
    required: 'Cette donnée manque.',
    past: 'C’est déjà passé.',
    far: 'C’est dans plus d’un an.',
    noSuchTime: 'Cette date ou cette heure n’existe pas.',
    flight: 'Ce n’est pas un numéro de vol, comme LA 705.',
    number: 'Vérifiez le nombre.',
    seats: 'C’est trop de sièges.',
  },
  ways: {
    to: (place: string) => `de ${place} à l’aéroport`,
    from: (place: string) => `de l’aéroport à ${place}`,
  },
  hello: (name: string) => `Bonjour ${name},`,
  helloNameless: 'Bonjour,',
  goodbye: 'Bon voyage !',
  replyPrice: (price: string) => `Prix : ${price}.`,
  replyDriver: (driver: string) => `Chauffeur : ${driver}.`,
  replyPlate: (plate: string) => `Plaque : ${plate}.`,
  replies: {
    confirm: {
      name: 'Confirmer',
      text: (day: string, time: string, way: string) =>
        `Nous confirmons votre transfert du ${day} à ${time}, ${way}.`,
    },
    price: {
      name: 'Le prix est différent',
      text: (day: string, time: string, way: string, price: string) =>
        `Merci pour votre réservation du ${day} à ${time}, ${way}. Le prix pour ce jour-là : ${price}. Pouvons-nous confirmer ?`,
    },
    impossible: {
      name: 'Impossible',
      text: (day: string, time: string) =>
        `Nous sommes désolés : le ${day} à ${time}, aucune voiture n’est disponible. Une autre heure vous conviendrait-elle ?`,
    },
  },
};
