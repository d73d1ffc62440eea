export const replies: typeof import('../es/replies.ts').replies = {
  bookings: {
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
    inquire: 'sur demande',
    templates: {
      confirm: (day: string, time: string, way: string) =>
        `Nous confirmons votre transfert du ${day} à ${time}, ${way}.`,
      price: (day: string, time: string, way: string, price: string) =>
        `Merci pour votre réservation du ${day} à ${time}, ${way}. Le prix pour ce jour-là : ${price}. Pouvons-nous confirmer ?`,
      impossible: (day: string, time: string) =>
        `Nous sommes désolés : le ${day} à ${time}, aucune voiture n’est disponible. Une autre heure vous conviendrait-elle ?`,
    },
  },
  cases: {
    found: (number) =>
      `Bonne nouvelle : nous avons retrouvé ce que vous avez perdu (demande ${number}). Quand et où pouvons-nous vous le remettre ?`,
    searching: (number) =>
      `Nous avons reçu votre message (demande ${number}). Nous avons interrogé le chauffeur et fouillons la voiture. Nous vous écrirons dès que nous en saurons plus.`,
    notFound: (number) =>
      `Nous avons fouillé la voiture et interrogé le chauffeur, mais n’avons pas retrouvé votre objet (demande ${number}). S’il réapparaît, nous vous préviendrons aussitôt.`,
    sorry: (number) =>
      `Nous regrettons ce qui s’est passé (demande ${number}). Nous avons parlé au chauffeur et faisons en sorte que cela ne se reproduise pas. Merci de nous l’avoir signalé.`,
    receipt: (number) =>
      `Pour vous envoyer le reçu (demande ${number}), il nous faut le nom ou la société, le numéro fiscal ou d’identité et le montant payé.`,
    moreDetails: (number) =>
      `Pour vous aider (demande ${number}), il nous faut le jour, l’heure et le trajet et, si possible, l’immatriculation de la voiture.`,
  },
  rights: {
    confirm: (number, link) =>
      `Nous avons reçu votre demande ${number} sur vos données personnelles. Confirmez ici que c’est vous : ${link}`,
    templates: {
      ask: (number) =>
        `Pour répondre à votre demande ${number}, il nous faut des précisions : le jour et l’heure du trajet, ou le numéro de votre dossier. Si ce n’est pas fait, confirmez que c’est vous avec le lien que nous vous avons envoyé.`,
      granted: {
        access: (number) =>
          `Demande ${number} : voici les données que nous avons sur vous, leur usage, leur origine, leurs destinataires et leur durée de conservation :`,
        rectification: (number) =>
          `Demande ${number} : nous avons corrigé vos données comme vous l’avez demandé et prévenu ceux qui les avaient reçues.`,
        erasure: (number) =>
          `Demande ${number} : nous avons effacé vos données. Elles quittent les sauvegardes quand celles-ci expirent.`,
        objection: (number) =>
          `Demande ${number} : nous n’utilisons plus vos données pour ce que vous avez indiqué.`,
        portability: (number) =>
          `Demande ${number} : nous avons préparé vos données dans un fichier que d’autres systèmes peuvent lire et vous le remettons par ce moyen.`,
        blocking: (number) =>
          `Demande ${number} : nous avons suspendu l’utilisation de vos données en attendant la décision. Nous ne les effaçons ni ne les utilisons.`,
      },
      partly: (number) =>
        `Demande ${number} : nous l’acceptons en partie. Nous avons fait ceci :\n\nNous ne pouvons pas faire le reste car :\n\nSi vous n’êtes pas d’accord, vous pouvez saisir l’Agence chilienne de protection des données personnelles sous 30 jours ouvrés.`,
      refused: (number) =>
        `Demande ${number} : nous ne pouvons pas l’accepter. Le motif légal est :\n\nSi vous n’êtes pas d’accord, vous pouvez saisir l’Agence chilienne de protection des données personnelles sous 30 jours ouvrés.`,
      unconfirmed: (number) =>
        `Demande ${number} : nous l’avons close, car nous n’avons pas pu vérifier que ces données sont les vôtres. Vous pouvez la refaire à tout moment.`,
    },
  },
};
