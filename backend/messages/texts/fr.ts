import type { MessageTexts } from './types.ts';

export const fr: MessageTexts = {
  confirmation: {
    subject: ({ brand }) => `Confirmez votre adresse e-mail pour ${brand}`,
    heading: 'Confirmez votre adresse e-mail',
    text: ({ brand }) =>
      `Merci de votre inscription chez ${brand}. Confirmez que cette adresse est la vôtre.`,
    button: 'Confirmer l’adresse',
  },
  recovery: {
    subject: ({ brand }) => `Nouveau mot de passe pour ${brand}`,
    heading: 'Choisissez un nouveau mot de passe',
    text: ({ brand }) => `Quelqu’un a demandé à changer le mot de passe de votre compte chez ${brand}.`,
    button: 'Choisir le mot de passe',
  },
  magic_link: {
    subject: ({ brand }) => `Votre lien de connexion à ${brand}`,
    heading: 'Connectez-vous sans mot de passe',
    text: ({ brand }) => `Ce lien vous connecte à ${brand}. Il ne fonctionne qu’une fois.`,
    button: 'Se connecter',
  },
  invite: {
    subject: ({ brand }) => `Vous êtes invité chez ${brand}`,
    heading: 'Vous avez une invitation',
    text: ({ brand }) => `Vous êtes invité à créer un compte chez ${brand}. Acceptez pour commencer.`,
    button: 'Accepter l’invitation',
  },
  email_change_current: {
    subject: ({ brand }) => `Changement d’adresse e-mail chez ${brand}`,
    heading: 'Confirmez le changement d’adresse',
    text: ({ address }) => `Votre compte utilisera l’adresse ${address}. Confirmez que vous l’avez demandé.`,
    button: 'Confirmer le changement',
  },
  email_change_new: {
    subject: ({ brand }) => `Confirmez votre nouvelle adresse e-mail pour ${brand}`,
    heading: 'Confirmez votre nouvelle adresse',
    text: ({ brand }) => `Confirmez que vous voulez utiliser cette adresse chez ${brand}.`,
    button: 'Confirmer l’adresse',
  },
  reauthentication: {
    subject: ({ brand }) => `Votre code pour ${brand}`,
    heading: 'Confirmez que c’est bien vous',
    text: () => 'Saisissez ce code dans l’application pour continuer.',
  },
  password_changed: {
    subject: ({ brand }) => `Votre mot de passe ${brand} a changé`,
    heading: 'Votre mot de passe a changé',
    text: ({ brand }) =>
      `Le mot de passe de votre compte chez ${brand} vient de changer. Si ce n’était pas vous, demandez-en un nouveau sans attendre et prévenez-nous.`,
  },
  account_claimed: {
    subject: ({ brand }) => `Le compte lié à votre adresse chez ${brand} est désormais à vous`,
    heading: 'Le compte est désormais à vous',
    text: () =>
      'Vous vous êtes connecté avec un autre service, qui a confirmé que cette adresse est la vôtre. Personne ne l’avait prouvé auparavant : nous avons donc supprimé le mot de passe, les seconds facteurs et les sessions ouvertes du compte. Pour avoir de nouveau un mot de passe, demandez-en un sur l’écran de connexion.',
  },
  email_changed: {
    subject: ({ brand }) => `Votre adresse e-mail ${brand} a changé`,
    heading: 'Votre adresse e-mail a changé',
    text: ({ address }) =>
      `Votre compte utilise désormais l’adresse ${address}. Si ce n’était pas vous, prévenez-nous sans attendre.`,
  },
  session_ended: {
    subject: ({ brand }) => `Une de vos sessions ${brand} a été fermée`,
    heading: 'Un de vos appareils a été déconnecté',
    text: ({ brand }) =>
      `Un appareil connecté à votre compte chez ${brand} a utilisé une clé déjà remplacée. Quelqu’un l’a peut-être copiée : nous avons donc déconnecté cet appareil. Reconnectez-vous sur celui-ci. Si vous n’en connaissez pas la raison, changez votre mot de passe et prévenez-nous.`,
  },
  factor_added: {
    subject: ({ brand }) => `Votre compte ${brand} a un second facteur`,
    heading: 'Un second facteur a été ajouté',
    text: ({ brand }) =>
      `Désormais, la connexion à votre compte chez ${brand} demande aussi un code. Si ce n’était pas vous, demandez un nouveau mot de passe sans attendre et prévenez-nous.`,
  },
  passkey_added: {
    subject: ({ brand }) => `Votre compte ${brand} a une nouvelle clé d’accès`,
    heading: 'Une clé d’accès a été ajoutée',
    text: ({ brand }) =>
      `Désormais, l’empreinte, le visage ou le verrouillage d’écran de cet appareil ouvre votre compte chez ${brand}. Si ce n’était pas vous, retirez la clé dans « Mon compte », changez votre mot de passe et prévenez-nous.`,
  },
  code: 'Ou saisissez ce code :',
  linkHint: 'Si le bouton ne fonctionne pas, ouvrez cette adresse :',
  validity: (minutes) => `Valable ${minutes} minutes, pour un seul usage.`,
  ignore: 'Si ce n’était pas vous, ignorez ce message : rien ne change.',
  sms: (code, brand) => `${code} est votre code pour ${brand}.`,
};
