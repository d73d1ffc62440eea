export const cases: typeof import('../../es/fleet/cases.ts').cases = {
  kinds: {
    lost: 'Objet perdu',
    complaint: 'Réclamation',
    receipt: 'Reçu',
    accessibility: 'Accessibilité',
    other: 'Autre',
  },
  states: { new: 'Nouvelle', answered: 'Réponse envoyée', closed: 'Close' },
  withReply: 'Avec une réponse',
  caption: 'Demandes des passagers, les ouvertes d’abord',
  search: 'Chercher par numéro, texte ou chauffeur',
  kind: 'Type',
  all: 'Tous',
  case: 'Demande',
  body: 'Ce qui s’est passé',
  driver: 'Chauffeur',
  came: 'Reçue',
  when: 'Date des faits',
  place: 'Vol ou lieu',
  vehicle: 'Voiture',
  photo: 'Photo du passager',
  unknownDriver: 'Sans chauffeur',
  casesOf: (name) => `Demandes concernant ${name}`,
  onlyOf: (name) => `Uniquement ${name}`,
  showAll: 'Afficher toutes les demandes',
  from: 'Du',
  until: 'Au',
  forgotten: 'Les données du passager ont été effacées.',
  gone: 'Cette demande n’existe plus.',
  timeline: 'Historique de la demande',
  template: 'Modèle',
  chooseTemplate: 'Choisir un modèle',
  onPage: 'La réponse s’affiche toujours sur la page de la demande, sur le téléphone du passager.',
  noteHint: 'Seul le bureau la voit.',
  close: 'Clore la demande',
  reopen: 'Rouvrir la demande',
  forget: 'Effacer les données du passager',
  forgetText:
    'Ses mots, son contact, la photo, les réponses et sa page sont effacés. Le type, les dates, le chauffeur et la voiture restent. C’est définitif.',
  driverHint:
    'Le service et la voiture sont trouvés d’après l’heure. Le chauffeur ne voit pas la demande : il ne sait que ce que vous lui dites.',
  chooseDriver: 'Choisir le chauffeur',
  driverSaved: 'Le chauffeur de la demande a été modifié.',
  nothing: 'Aucune demande avec ces filtres',
  clearFilters: 'Effacer les filtres',
  empty: 'Aucun passager n’a écrit',
  emptyHint:
    'Ce que les passagers ont perdu, réclament ou demandent sur la page /help arrive ici, avec les jours qui restent pour répondre.',
  open: (number) => `Ouvrir la demande ${number}`,
  closed: (number) => `La demande ${number} est close.`,
  reopened: (number) => `La demande ${number} est rouverte.`,
  forgot: (number) => `Les données de la demande ${number} sont effacées.`,
  replied: (number) => `La demande ${number} a reçu une réponse.`,
  events: { closed: 'Close', reopened: 'Rouverte', driver: 'Chauffeur modifié' },
  entries: { reply: 'Réponse', passenger: 'Passager', note: 'Remarque interne' },
  templates: {
    found: {
      name: 'Retrouvé',
      text: (number) =>
        `Bonne nouvelle : nous avons retrouvé ce que vous avez perdu (demande ${number}). Quand et où pouvons-nous vous le remettre ?`,
    },
    searching: {
      name: 'Nous cherchons',
      text: (number) =>
        `Nous avons reçu votre message (demande ${number}). Nous avons interrogé le chauffeur et fouillons la voiture. Nous vous écrirons dès que nous en saurons plus.`,
    },
    notFound: {
      name: 'Introuvable',
      text: (number) =>
        `Nous avons fouillé la voiture et interrogé le chauffeur, mais n’avons pas retrouvé votre objet (demande ${number}). S’il réapparaît, nous vous préviendrons aussitôt.`,
    },
    sorry: {
      name: 'Excuses',
      text: (number) =>
        `Nous regrettons ce qui s’est passé (demande ${number}). Nous avons parlé au chauffeur et faisons en sorte que cela ne se reproduise pas. Merci de nous l’avoir signalé.`,
    },
    receipt: {
      name: 'Reçu',
      text: (number) =>
        `Pour vous envoyer le reçu (demande ${number}), il nous faut le nom ou la société, le numéro fiscal ou d’identité et le montant payé.`,
    },
    moreDetails: {
      name: 'Précisions',
      text: (number) =>
        `Pour vous aider (demande ${number}), il nous faut le jour, l’heure et le trajet et, si possible, l’immatriculation de la voiture.`,
    },
  },
};
