import { plural } from '../../../shared/plural.ts';

export const today: typeof import('../es/today.ts').today = {
  loadFailed: 'La journée n’a pas pu être chargée',
  rightsFailed: 'Les demandes de données n’ont pas pu être chargées',
  allWell: 'Tout est en ordre',
  allWellHint: 'Rien ne vous attend. Ce qui arrive apparaît ici tout seul.',
  seeAll: (shown) => `Tout voir (${shown})`,
  see: 'Voir',
  seeOf: (name) => `Voir ${name}`,
  lines: {
    waiting: (count, shown) =>
      plural('fr', count, {
        one: `${shown} chauffeur attend votre approbation`,
        other: `${shown} chauffeurs attendent votre approbation`,
      }),
    photos: (count, shown) =>
      plural('fr', count, {
        one: `${shown} nouvelle photo à approuver`,
        other: `${shown} nouvelles photos à approuver`,
      }),
    reviews: (count, shown) =>
      plural('fr', count, {
        one: `${shown} mauvaise note ces dernières 24 heures`,
        other: `${shown} mauvaises notes ces dernières 24 heures`,
      }),
    offline: (count, shown) =>
      plural('fr', count, { one: `${shown} tablette hors ligne`, other: `${shown} tablettes hors ligne` }),
    battery: (count, shown) =>
      plural('fr', count, {
        one: `${shown} tablette à la batterie faible`,
        other: `${shown} tablettes à la batterie faible`,
      }),
    release: (count, shown) =>
      plural('fr', count, {
        one: `${shown} tablette affiche encore l’ancien contenu`,
        other: `${shown} tablettes affichent encore l’ancien contenu`,
      }),
    unverified: (count, shown) =>
      plural('fr', count, { one: `${shown} document à vérifier`, other: `${shown} documents à vérifier` }),
    expired: (count, shown) =>
      plural('fr', count, { one: `${shown} document expiré`, other: `${shown} documents expirés` }),
    expiring: (count, shown) =>
      plural('fr', count, {
        one: `${shown} document expire cette semaine`,
        other: `${shown} documents expirent cette semaine`,
      }),
    missing: (count, shown) =>
      plural('fr', count, {
        one: `Il manque des documents à ${shown} chauffeur ou voiture`,
        other: `Il manque des documents à ${shown} chauffeurs ou voitures`,
      }),
    mail: (count, shown) =>
      plural('fr', count, {
        one: `${shown} e-mail n’a pas pu être envoyé`,
        other: `${shown} e-mails n’ont pas pu être envoyés`,
      }),
    backup: () => 'La sauvegarde est en retard',
    rights: (count, shown) =>
      plural('fr', count, {
        one: `${shown} demande de données attend une réponse`,
        other: `${shown} demandes de données attendent une réponse`,
      }),
  },
  rightsKinds: {
    access: 'Accès',
    rectification: 'Rectification',
    erasure: 'Effacement',
    objection: 'Opposition',
    portability: 'Portabilité',
    blocking: 'Blocage',
  },
  overdue: 'délai dépassé',
  stars: (count, shown) => plural('fr', count, { one: `${shown} étoile`, other: `${shown} étoiles` }),
  battery: (percent) => `${percent} %`,
  content: (release) => `Contenu ${release}`,
  inShift: 'En service',
  unnamed: 'Tablette sans nom',
  noDriver: 'Chauffeur supprimé',
  expires: (count, shown) =>
    count === 0 ? 'expire aujourd’hui' : count === 1 ? 'expire demain' : `expire dans ${shown} jours`,
  expiredOn: (day) => `expiré le ${day}`,
  lacks: (kinds) => `Il manque : ${kinds}`,
  reload: 'Recharger',
  reloadDevice: (name) => `Recharger ${name}`,
  reloading: (name) => `Demandé à ${name} : recharger.`,
  mail: {
    auth: 'Le serveur de messagerie refuse l’identifiant ou le mot de passe.',
    unreachable: 'Le serveur de messagerie est injoignable.',
    refused: 'Le serveur de messagerie a refusé l’adresse.',
    other: (code) => `Le serveur de messagerie a échoué (${code}).`,
    hint: 'Qui a oublié son mot de passe ne reçoit pas le lien : donnez-lui-en un nouveau.',
    action: 'Voir les utilisateurs',
  },
  backup: {
    full: 'Le disque est plein.',
    other: (code) => `Échec (${code}).`,
    last: (moment) => `Dernière sauvegarde : ${moment}.`,
    hint: 'Prévenez la personne qui s’occupe du serveur.',
    copy: 'Copier l’avis',
    copied: 'Avis copié.',
  },
  shifts: {
    title: (on, all) => `${on} sur ${all} en service`,
    on: 'En service',
    off: 'Pas en service',
    nobody: 'Personne',
    more: (shown) => `et ${shown} de plus`,
  },
  steps: {
    title: 'Premiers pas',
    hint: 'Dans n’importe quel ordre. Chacun se coche tout seul.',
    progress: (done, all) => `${done} sur ${all} faits`,
    done: 'Fait',
    try: 'Essayer',
    tryNumber: (number) => `Essayez WhatsApp ${number} : la conversation de votre entreprise doit s’ouvrir.`,
    noVehicles: 'Aucune voiture d’entreprise',
    company: {
      title: 'Nom et WhatsApp de l’entreprise',
      hint: 'Les passagers voient le nom et écrivent à ce numéro.',
      action: 'Les saisir',
    },
    prices: {
      title: 'Prix',
      hint: 'Vérifiez-les et publiez-les : ce qui est affiché engage l’entreprise.',
      action: 'Vérifier les prix',
    },
    claims: {
      title: 'Trois questions avant de publier',
      hint: 'GPS, assurance et service 24 h/24 : dites ce que votre entreprise offre.',
      action: 'Répondre et publier',
    },
    vehicles: {
      title: 'Voitures',
      hint: 'Une par une, ou toutes avec un CSV.',
      action: 'Ajouter des voitures',
    },
    drivers: {
      title: 'Chauffeurs',
      hint: 'Ils apparaissent quand vous les ajoutez ou quand ils s’inscrivent.',
      action: 'Aller aux chauffeurs',
    },
    devices: {
      title: 'Tablettes',
      hint: 'Préparez-les avec un lien ; le téléphone d’un chauffeur compte aussi.',
      action: 'Préparer une tablette',
    },
    policy: {
      title: 'Politique de confidentialité, version 2',
      hint: 'Publiez-la avant le 1er décembre 2026, date d’effet de la loi 21.719.',
      lateHint: 'La loi 21.719 s’applique depuis le 1er décembre 2026 : publiez-la aujourd’hui.',
      action: 'Ouvrir la politique',
    },
  },
};
