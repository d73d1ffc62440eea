export const invitation: typeof import('../es/invitation.ts').invitation = {
  title: 'Invitation',
  from: (company) => `${company} vous invite comme chauffeur`,
  intro: 'Choisissez l’e-mail et le mot de passe pour vous connecter, et la photo que verront les passagers.',
  introSignedIn: 'Vous avez déjà un compte. Choisissez la photo que verront les passagers.',
  accept: 'Accepter et entrer',
  leave: 'Retour',
  noToken: 'Ce lien est incomplet. Ouvrez-le à nouveau depuis le message de votre entreprise.',
  inUse:
    'Une session est déjà ouverte sur cet appareil. Fermez-la d’abord, ou ouvrez l’invitation sur votre téléphone.',
  used: 'Cette invitation a déjà servi. Si c’était vous, connectez-vous avec votre e-mail et votre mot de passe.',
  withdrawn:
    'Votre entreprise a retiré ce lien ou vous en a envoyé un plus récent. Utilisez le dernier, ou demandez-en un autre.',
  expired:
    'Ce lien n’est pas valable ou a expiré : il dure sept jours. Demandez-en un autre à votre entreprise.',
  accountInUse: 'Cet e-mail appartient à un compte déjà utilisé. Choisissez-en un autre.',
  emailTaken:
    'Cet e-mail a déjà un compte, avec un autre mot de passe. Saisissez ce mot de passe, ou utilisez un autre e-mail.',
  thenOpenAgain: 'Ouvrez ensuite ce lien à nouveau.',
};
