export const policy: typeof import('../es/policy.ts').policy = {
  changedTitle: 'La politique de confidentialité a changé',
  changedIntro: (day: string) =>
    `Avant de commencer votre service, lisez la version du ${day}. Seul le texte espagnol fait foi.`,
  accept: 'J’accepte la politique',
  proof:
    'Cette tablette a été configurée par un lien : saisissez le mot de passe de votre compte pour accepter.',
  later: 'Pas maintenant',
  otherwise: 'Si vous ne l’acceptez pas, déconnectez-vous et adressez-vous à l’entreprise.',
  consent: (version: number) =>
    `En envoyant ces données, vous acceptez la politique de confidentialité, version ${version}, rédigée en espagnol.`,
  read: 'Lire la politique',
  rights: 'Consulter, corriger ou effacer vos données',
};
