import { plural } from '../../../shared/plural.ts';

export const publicPages: typeof import('../es/publicPages.ts').publicPages = {
  vehicle: {
    helpTitle: 'Objet perdu ou réclamation ?',
    helpText:
      'Scannez-le et écrivez-nous depuis votre téléphone : objet perdu, réclamation ou reçu. Vous recevez un numéro.',
    helpQr: 'Code QR de la page pour les objets perdus, les réclamations et les reçus',
    driverText:
      'Scannez-le : votre téléphone affiche la photo, le nom et la plaque. Envoyez-les à la personne qui vous attend.',
    driverQr: 'Code QR de la page qui confirme qui conduit',
    guideTitle: 'Le guide sur votre téléphone',
    guideText:
      'Circuits, lieux, prix et WhatsApp en français. Ouvrez-le une fois, il fonctionne aussi sans réseau.',
    guideQr: 'Code QR du guide de voyage',
    rateTitle: 'Ou notez depuis votre téléphone',
    rateText: 'Scannez-le. Valable pour une note, pendant 30 minutes.',
    rateQr: 'Code QR pour noter depuis votre téléphone',
    rateOffline: 'Pour noter depuis votre téléphone, il faut du réseau. Vous pouvez noter ici.',
    rateBusy: (minutes) =>
      `Quelqu’un vient de donner une note. Le code pour votre téléphone arrive dans ${minutes} min ; ici, vous pouvez noter dès maintenant.`,
    rateUnavailable: 'Pour l’instant, il n’y a pas de code pour noter depuis votre téléphone.',
  },
  page: {
    book: 'Réserver avec jour, vol et prix',
    help: 'Objet perdu, réclamation ou reçu',
    whatsapp: 'Écrivez-nous sur WhatsApp',
    message: 'Bonjour, je souhaite réserver un transfert.',
    guide: 'Ouvrir le guide de voyage',
    offline:
      'Pas de connexion. Vérifiez votre connexion. Si elle fonctionne, réessayez dans quelques minutes.',
    failed: 'Nous n’avons pas pu charger cette page.',
  },
  /** On the sign-in screen, and at an unknown address. */
  passenger: {
    question: 'Vous êtes passager ?',
    guide: 'Guide de voyage',
    book: 'Réserver',
    help: 'Aide',
    unknown: 'Cette adresse n’existe pas',
  },
  verify: {
    title: 'Qui conduit',
    authorised: 'Autorisé aujourd’hui',
    unverified: 'Inscrit ; pas encore vérifié par l’entreprise',
    compare: 'Comparez la photo et la plaque avec la voiture avant de monter.',
    share: 'Envoyer à quelqu’un',
    shareText: (name: string, plate: string | null) =>
      `Je voyage avec ${plate ? `${name}, plaque ${plate}` : name}. Vérifiez ici :`,
    copied: 'Lien copié. Collez-le dans un message.',
    copyThis: 'Copiez ce lien :',
    unknownTitle: 'Nous ne connaissons pas ce code',
    unknownText:
      'Il n’appartient à aucun chauffeur autorisé aujourd’hui. Ne montez pas avant de nous avoir parlé.',
  },
  rate: {
    title: 'Notez votre trajet',
    question: (name: string) => `Comment s’est passé votre trajet avec ${name} ?`,
    hint: 'Touchez une étoile. Vous aurez quelques secondes pour annuler.',
    soon: 'Envoi dans quelques secondes.',
    undo: 'Annuler',
    legend: 'De une à cinq étoiles',
    stars: (n: number) => plural('fr', n, { one: `${n} étoile`, other: `${n} étoiles` }),
    sending: 'Envoi…',
    failed: 'Votre note n’a pas été envoyée.',
    again: 'Envoyer à nouveau',
    thanks: 'Merci !',
    thanksText: (name: string) =>
      `Votre note est enregistrée. Dès demain, elle compte dans la moyenne de ${name}, sans votre nom. Bon voyage !`,
    usedTitle: 'Ce lien a déjà servi',
    usedText: 'Chaque lien ne vaut que pour une note. Merci pour la vôtre.',
    expiredTitle: 'Ce lien a expiré',
    expiredText: 'Il est valable 30 minutes. L’écran de la voiture en affiche un nouveau.',
    invalidTitle: 'Ce lien n’est pas valable',
    invalidText: 'Scannez à nouveau le code sur l’écran de la voiture.',
    busyTitle: 'Trop de notes',
    busyText: 'Ce chauffeur a reçu beaucoup de notes au cours de la dernière heure. Réessayez plus tard.',
  },
  guide: {
    title: 'Votre guide de voyage',
    lead: (cities) => `${cities} dans votre poche, même sans réseau.`,
    contents: 'Dans ce guide',
    prices: 'Prix depuis l’aéroport',
    tours: 'Circuits avec chauffeur',
    places: 'Lieux à voir',
    book: 'Réservez votre trajet',
    bookText: 'Écrivez-nous pour votre prochain trajet.',
    tourMessage: (tour: string) => `Bonjour, le circuit « ${tour} » m’intéresse.`,
    ask: 'Se renseigner sur ce circuit',
  },
};
