export const account: typeof import('../es/account.ts').account = {
  registration: { codeHint: 'Votre entreprise vous le donne. Si vous ne l’avez pas, demandez-le.' },
  currentPassword: 'Mot de passe actuel',
  strength: {
    short: (length) => `Au moins ${length} caractères. Une courte phrase se retient facilement.`,
    common: 'Ce mot de passe est trop facile à deviner. Ajoutez un mot.',
    enough: 'Bonne longueur.',
  },
  photo: {
    title: 'Photo',
    intro: 'Vos passagers voient cette photo.',
    action: 'Enregistrer la photo',
    done: 'Photo changée : vos passagers la voient désormais.',
    received: 'Nous avons reçu votre photo.',
    pending: 'Nouvelle photo',
    pendingText: 'Elle attend l’accord de l’entreprise. D’ici là, vos passagers voient la précédente.',
  },
  password: {
    title: 'Mot de passe',
    label: 'Nouveau mot de passe',
    action: 'Changer le mot de passe',
    done: 'Mot de passe changé. Vos autres appareils ont été déconnectés.',
  },
  email: {
    title: 'E-mail',
    intro: (email) => `Vous vous connectez avec ${email}.`,
    label: 'Nouvel e-mail',
    action: 'Changer l’e-mail',
    done: 'E-mail changé. Utilisez-le à votre prochaine connexion.',
    waiting: (email) =>
      `Pour terminer, ouvrez le lien envoyé à ${email}. Si un lien est aussi arrivé à votre adresse actuelle, ouvrez-le également.`,
    waitingStored: (email) =>
      `Ce serveur n’envoie pas d’e-mails : le lien pour ${email} est resté sur le serveur de votre entreprise. Demandez-le-lui.`,
  },
  devices: {
    title: 'Autres appareils',
    intro: 'Appareil perdu ou prêté ? Déconnectez-le. Ici, vous restez connecté.',
    action: 'Déconnecter les autres',
    done: 'Seul cet appareil reste connecté.',
  },
  data: {
    title: 'Vos données',
    intro:
      'Téléchargez en un seul fichier tout ce que nous conservons sur vous : fiche, compte, sessions et notes.',
    action: 'Télécharger mes données',
    done: 'C’est fait : le fichier est dans vos téléchargements.',
  },
  deletion: {
    title: 'Supprimer mon compte',
    intro:
      'Votre compte, votre fiche, vos photos et vos sessions sont effacés. Vos notes restent, sans votre nom. C’est irréversible.',
    label: 'Écrivez SUPPRIMER pour confirmer',
    word: 'SUPPRIMER',
    action: 'Supprimer mon compte définitivement',
    wrong: 'Pour confirmer, écrivez le mot tel quel.',
  },
  gate: {
    intro: 'Réservé au chauffeur. Saisissez votre mot de passe.',
    action: 'Continuer',
    forgot: 'Mot de passe oublié : m’envoyer un lien',
    sent: 'Nous vous avons envoyé un e-mail avec un lien pour choisir un nouveau mot de passe.',
  },
  forgot: {
    title: 'Mot de passe oublié',
    intro: 'Saisissez l’e-mail de votre inscription : nous vous enverrons un lien.',
    action: 'Envoyer le lien',
    sent: 'Si un compte existe avec cet e-mail, vous recevrez un lien pour choisir un nouveau mot de passe. Regardez aussi dans les indésirables.',
    introStored:
      'Saisissez l’e-mail de votre inscription pour préparer un lien. Ou demandez un mot de passe à votre entreprise : ici, aucun e-mail n’est envoyé.',
    stored:
      'Si un compte existe avec cet e-mail, le lien se trouve sur le serveur de votre entreprise. Demandez-le, ou demandez un nouveau mot de passe.',
    back: 'Retour à la connexion',
  },
  recovery: {
    title: 'Nouveau mot de passe',
    intro: 'Choisissez un nouveau mot de passe pour',
    action: 'Enregistrer et entrer',
    cancel: 'Pas maintenant : se déconnecter',
  },
  link: {
    expired: 'Ce lien a déjà servi ou a expiré. Demandez-en un nouveau.',
    otherDevice: 'Ouvrez le lien dans le navigateur où vous l’avez demandé, ou demandez-en un nouveau ici.',
    failed: 'Le lien n’a pas fonctionné. Demandez-en un nouveau.',
    question: 'Se connecter avec ce lien ?',
    account: 'Le lien appartient au compte',
    warning: 'Ne continuez que si vous avez demandé cet e-mail et si le compte est le vôtre.',
    accept: 'Continuer',
    decline: 'Non, annuler',
    otherAccount:
      'Ce lien appartient à un autre compte. Pour l’utiliser, déconnectez-vous d’abord et demandez-en un nouveau.',
    again: 'Demander un nouveau lien',
    half: 'Confirmé. Ouvrez maintenant le lien envoyé à l’autre adresse.',
    emailChanged: (email) => `E-mail changé. Vous vous connectez désormais avec ${email}.`,
  },
  provider: {
    continueWith: (service: string) => `Continuer avec ${service}`,
    refused: 'Vous avez annulé la connexion. Vous pouvez réessayer.',
    unverified: 'Ce service n’a pas confirmé votre e-mail. Confirmez-le là-bas, puis réessayez.',
    failed: 'La connexion avec ce service n’a pas fonctionné. Réessayez.',
  },
};
