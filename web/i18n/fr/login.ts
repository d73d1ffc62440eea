import type { Messages } from '../messages.ts';

export const login: Messages['login'] = {
  signInTitle: 'Connexion',
  registerTitle: 'Inscription chauffeur',
  signInIntro: 'Connectez-vous avec votre e-mail.',
  registerIntro: 'Les passagers verront votre photo, votre nom, votre plaque et votre code.',
  toRegister: 'Pas de compte ? Inscrivez-vous comme chauffeur',
  toSignIn: 'Déjà un compte ? Connectez-vous',
  signIn: 'Se connecter',
  register: 'S’inscrire',
  processing: 'Traitement...',
  photo: 'Photo de profil',
  choosePhoto: 'Choisir une photo',
  changePhoto: 'Changer la photo',
  photoHint: 'Votre visage de face, bien éclairé.',
  photoRequired: 'Obligatoire.',
  photoProblems: {
    unreadable:
      'Cet appareil ne peut pas lire cette photo. Choisissez un JPEG ou un PNG ; sur iPhone : Réglages, Appareil photo, Formats, « Le plus compatible ».',
    small:
      'Cette photo est trop petite pour reconnaître un visage. Choisissez-en une d’au moins 200 × 200 pixels.',
  },
  photoPreview: 'Aperçu de votre photo',
  email: 'E-mail',
  password: 'Mot de passe',
  forgot: 'Mot de passe oublié ?',
  showPassword: 'Afficher le mot de passe',
  hidePassword: 'Masquer le mot de passe',
  registered: 'Inscription réussie. Veuillez vous connecter.',
  confirmEmail: 'Confirmez d’abord votre e-mail avec le lien que nous vous avons envoyé.',
  privacy: 'Politique de confidentialité',
  privacyInSpanish: 'Cette politique est en espagnol ; seul le texte espagnol fait foi.',
  completeTitle: 'Terminez votre inscription',
  completeIntro: 'Votre compte existe. Il manque ces informations pour vous présenter aux passagers.',
  complete: 'Terminer l’inscription',
};
