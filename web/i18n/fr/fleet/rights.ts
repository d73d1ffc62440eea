import { plural } from '../../../../shared/plural.ts';

export const rights: typeof import('../../es/fleet/rights.ts').rights = {
  views: 'Demandes et violations',
  requests: 'Demandes',
  breaches: 'Violations',
  kinds: {
    access: 'Accès',
    rectification: 'Rectification',
    erasure: 'Effacement',
    objection: 'Opposition',
    portability: 'Portabilité',
    blocking: 'Blocage',
  },
  persons: { passenger: 'Passager', driver: 'Chauffeur', other: 'Autre personne' },
  channels: { page: 'Par la page', spoken: 'De vive voix', paper: 'Sur papier' },
  states: { open: 'Ouverte', closed: 'Close' },
  outcomes: {
    granted: 'Acceptée',
    partly: 'Acceptée en partie',
    refused: 'Refusée',
    unconfirmed: 'Sans confirmation',
  },
  caption: 'Demandes sur les données personnelles, les ouvertes d’abord',
  search: 'Chercher par numéro, nom ou texte',
  state: 'État',
  kind: 'Droit',
  all: 'Tous',
  request: 'Demande',
  person: 'Personne',
  channel: 'Arrivée',
  received: 'Reçue',
  due: 'Répondre avant le',
  language: 'Langue',
  email: 'E-mail',
  phone: 'Téléphone',
  identity: 'Identité',
  confirmed: 'Confirmée',
  notConfirmed: 'Non confirmée',
  extension: 'Prolongation',
  body: 'Ce qu’elle demande',
  gone: 'Cette demande n’existe plus.',
  timeline: 'Historique de la demande',
  nothing: 'Aucune demande avec ces filtres',
  clearFilters: 'Retirer les filtres',
  empty: 'Aucune demande',
  emptyHint:
    'Ici arrivent les demandes des passagers et des chauffeurs sur leurs données personnelles (page /rights), avec les jours qui restent pour répondre selon la loi 21.719.',
  open: (number) => `Ouvrir la demande ${number}`,
  daysLeft: (days, shown) => {
    if (days === 0) return 'répondre aujourd’hui';
    if (days > 0) return plural('fr', days, { one: `reste ${shown} jour`, other: `restent ${shown} jours` });
    return plural('fr', -days, { one: `${shown} jour de retard`, other: `${shown} jours de retard` });
  },
  add: 'Saisir une demande',
  form: {
    title: 'Saisir une demande',
    name: 'Nom de la personne',
    received: 'Jour de l’arrivée',
    contact: 'E-mail ou téléphone (facultatif)',
    contactInvalid: 'Écrivez une adresse e-mail ou un numéro complet, ou laissez le champ vide.',
    identified: 'J’ai vu sa pièce d’identité ou je la connais',
    saved: 'La demande a été saisie.',
  },
  events: {
    filed: 'Saisie par l’entreprise',
    confirmed: 'La personne a confirmé son contact',
    identified: 'L’entreprise a vérifié l’identité',
    link: 'Un lien de confirmation a été créé',
    account: 'Le compte de la personne a été choisi',
    downloaded: 'Le fichier de ses données a été téléchargé',
    extended: 'Le délai a été prolongé de 30 jours',
    replied: 'Réponse sans clôture',
    granted: 'Close : acceptée',
    partly: 'Close : acceptée en partie',
    refused: 'Close : refusée',
    unconfirmed: 'Close : sans confirmation',
  },
  entries: { reply: 'Réponse', note: 'Ce qui a été fait' },
  noteHint: 'Notez ce que vous avez fait. Seuls les administrateurs le lisent.',
  onPage: 'La réponse apparaît toujours sur la page de la demande.',
  replied: (number) => `La demande ${number} a reçu une réponse.`,
  result: 'Résultat',
  results: {
    ask: 'Garder ouverte : demander des précisions',
    granted: 'Clore : acceptée',
    partly: 'Clore : acceptée en partie',
    refused: 'Clore : refusée',
    unconfirmed: 'Clore : sans confirmation',
  },
  confirm: {
    link: 'Créer un lien de confirmation',
    linkHint:
      'Envoyez-le seulement au contact de la demande. La personne qui l’ouvre et appuie sur le bouton est confirmée.',
    made: 'Lien de confirmation',
    whatsapp: 'Envoyer par WhatsApp',
    text: (number, link) =>
      `Nous avons reçu votre demande ${number} sur vos données personnelles. Confirmez ici que c’est vous : ${link}`,
    identified: 'J’ai vérifié son identité',
    done: 'L’identité est notée comme vérifiée.',
  },
  account: {
    choose: 'C’est ce chauffeur',
    none: 'Ce chauffeur n’a pas de compte.',
    saved: 'Le compte a été choisi.',
    download: 'Télécharger ses données',
    hint: 'Un fichier JSON avec tout ce qui concerne la personne. Remettez-le par un moyen sûr.',
    first: 'Confirmez d’abord l’identité de la personne.',
    passenger: 'Chercher ses dossiers',
  },
  extend: {
    button: 'Prolonger le délai',
    title: 'Prolonger le délai de 30 jours',
    text: 'La loi le permet une seule fois. La personne lit le motif sur la page de sa demande.',
    reason: 'Motif',
    saved: 'Le délai a été prolongé.',
    refused: 'Le délai est dépassé ou a déjà été prolongé.',
  },
  templates: {
    ask: (number) =>
      `Pour répondre à votre demande ${number}, il nous faut des précisions : le jour et l’heure du trajet, ou le numéro de votre dossier. Si ce n’est pas fait, confirmez que c’est vous avec le lien que nous vous avons envoyé.`,
    granted: {
      access: (number) =>
        `Demande ${number} : voici les données que nous avons sur vous, leur usage, leur origine, leurs destinataires et leur durée de conservation :`,
      rectification: (number) =>
        `Demande ${number} : nous avons corrigé vos données comme vous l’avez demandé et prévenu ceux qui les avaient reçues.`,
      erasure: (number) =>
        `Demande ${number} : nous avons effacé vos données. Elles quittent les sauvegardes quand celles-ci expirent.`,
      objection: (number) =>
        `Demande ${number} : nous n’utilisons plus vos données pour ce que vous avez indiqué.`,
      portability: (number) =>
        `Demande ${number} : nous avons préparé vos données dans un fichier que d’autres systèmes peuvent lire et vous le remettons par ce moyen.`,
      blocking: (number) =>
        `Demande ${number} : nous avons suspendu l’utilisation de vos données en attendant la décision. Nous ne les effaçons ni ne les utilisons.`,
    },
    partly: (number) =>
      `Demande ${number} : nous l’acceptons en partie. Nous avons fait ceci :\n\nNous ne pouvons pas faire le reste car :\n\nSi vous n’êtes pas d’accord, vous pouvez saisir l’Agence chilienne de protection des données personnelles sous 30 jours ouvrés.`,
    refused: (number) =>
      `Demande ${number} : nous ne pouvons pas l’accepter. Le motif légal est :\n\nSi vous n’êtes pas d’accord, vous pouvez saisir l’Agence chilienne de protection des données personnelles sous 30 jours ouvrés.`,
    unconfirmed: (number) =>
      `Demande ${number} : nous l’avons close, car nous n’avons pas pu vérifier que ces données sont les vôtres. Vous pouvez la refaire à tout moment.`,
  },
  breach: {
    add: 'Saisir une violation',
    title: 'Violation de sécurité',
    caption: 'Violations de sécurité, les plus récentes d’abord',
    search: 'Chercher par fait ou données',
    empty: 'Aucune violation saisie',
    emptyHint:
      'Saisissez ici chaque perte, fuite ou accès indu à des données personnelles, même petit : la loi 21.719 exige ce registre.',
    happened: 'Survenue le',
    known: 'Connue',
    knownOn: 'Connue le',
    what: 'Ce qui s’est passé',
    data: 'Quelles données',
    dataHint:
      'Par exemple : nom, téléphone, permis. Dites s’il y a des données sensibles, d’enfants ou de cartes.',
    people: 'Combien de personnes',
    peopleHint: 'Laissez vide tant que ce n’est pas connu.',
    consequences: 'Conséquences possibles',
    measures: 'Mesures prises',
    agency: 'Avis à l’Agence',
    agencyOn: 'L’Agence a été prévenue le',
    persons: 'Avis aux personnes',
    personsOn: 'Les personnes ont été prévenues le',
    told: (day) => `Prévenue le ${day}`,
    notTold: 'Non prévenue',
    unknown: 'pas encore connu',
    peopleInvalid: 'Écrivez un nombre entier.',
    saved: 'La violation a été enregistrée.',
    edit: (what) => `Modifier la violation « ${what} »`,
    notice: (what) => `Avis sur « ${what} »`,
    notices: 'Avis',
    toAgency: 'À l’Agence',
    toPeople: 'Aux personnes',
    copy: 'Copier',
    copied: 'L’avis a été copié.',
    print: 'Imprimer',
    lawHint:
      'Prévenez l’Agence sans délai. Prévenez les personnes si les données sont sensibles, d’enfants de moins de 14 ans, ou relatives à l’argent et aux dettes.',
  },
  peopleNotice: (fact) => `Avis sur vos données personnelles

Le ${fact.happened}, voici ce qui s’est passé : ${fact.what}

Données : ${fact.data}
Conséquences possibles : ${fact.consequences}
Ce que nous avons fait : ${fact.measures}

Si quelque chose vous paraît étrange, écrivez-nous : ${fact.contact}

${fact.company}`,
};
