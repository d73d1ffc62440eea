import { plural } from '../../../shared/plural.ts';

export const kiosk: typeof import('../es/kiosk.ts').kiosk = {
  countdown: {
    title: 'Êtes-vous toujours là ?',
    text: 'L’écran revient à l’accueil pour le prochain passager.',
    seconds: (seconds) => plural('fr', seconds, { one: `${seconds} seconde`, other: `${seconds} secondes` }),
    stay: 'Rester ici',
  },
  display: {
    theme: 'Luminosité de l’écran',
    auto: 'Automatique',
    light: 'Clair',
    dark: 'Sombre',
    autoHint: 'Automatique : sombre la nuit, ou si l’appareil est en mode sombre.',
    textSize: 'Taille du texte',
    sizes: { normal: 'Normale', large: 'Grande', larger: 'Très grande' },
    enterFullScreen: 'Plein écran',
    leaveFullScreen: 'Quitter le plein écran',
  },
  driver: {
    intro: 'Réservé au chauffeur, voiture à l’arrêt.',
    clockAhead: (time: string) =>
      `L’horloge de cet appareil avance de ${time}. Réglez-la dans les paramètres de l’appareil.`,
    clockBehind: (time: string) =>
      `L’horloge de cet appareil retarde de ${time}. Réglez-la dans les paramètres de l’appareil.`,
    codes: 'WhatsApp et cartes en codes QR',
    codesLine: 'Les passagers les ouvrent sur leur téléphone',
    noWhatsapp:
      'L’entreprise n’a pas encore de numéro WhatsApp : les passagers ne voient pas le code de réservation. Prévenez l’administration.',
    help: 'Aide : appeler l’entreprise',
    call: 'Appeler',
    helpMessage: 'Bonjour, je suis chauffeur et j’ai besoin d’aide.',
    back: 'Retour',
    signOutTitle: 'Se déconnecter ?',
    signOutText: 'Cet écran ne s’affichera plus jusqu’à ce que le chauffeur se reconnecte.',
  },
  pin: {
    menu: 'Code PIN du chauffeur',
    setUp: 'Protégez ce menu des passagers',
    setUpReason: 'Pour définir un code PIN, saisissez le mot de passe de votre compte.',
    active: 'Activé',
    enter: 'Saisissez votre code PIN',
    label: 'Code PIN',
    erase: 'Effacer le dernier chiffre',
    confirm: 'Continuer',
    wrong: 'Ce n’est pas le bon code PIN.',
    wait: (time) => `Trop d’essais. Attendez ${time}.`,
    forgot: 'Code PIN oublié : utiliser mon mot de passe',
    choose: 'Choisissez un code PIN de 4 à 8 chiffres',
    repeat: 'Saisissez-le encore une fois',
    different: 'Les codes ne correspondent pas. Choisissez à nouveau.',
    guessable: 'Ce code est trop facile à deviner. Choisissez-en un autre.',
    saved: 'Code PIN enregistré. Ce menu le demandera.',
    removed: 'Code PIN supprimé.',
    change: 'Changer le code PIN',
    remove: 'Supprimer le code PIN',
    explanation: 'Le code PIN reste sur cet appareil et s’efface à la déconnexion.',
    insecure:
      'Pas de code PIN possible ici : cette adresse n’est pas sécurisée. Demandez à l’opérateur de la publier en https.',
  },
  map: {
    title: 'Scannez-le avec votre téléphone',
    qr: 'Code QR de la carte',
    text: 'La carte s’ouvre dans l’application de cartes de votre téléphone.',
    locating: 'Recherche de notre position…',
  },
};
