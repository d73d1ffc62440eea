import type { Messages } from '../messages.ts';

export const login: Messages['login'] = {
  signInTitle: 'Anmelden',
  registerTitle: 'Fahrerregistrierung',
  signInIntro: 'Melden Sie sich mit Ihrer E-Mail-Adresse an.',
  registerIntro: 'Fahrgäste sehen Ihr Foto, Ihren Namen, Ihr Kennzeichen und Ihren Code.',
  toRegister: 'Noch kein Konto? Als Fahrer registrieren',
  toSignIn: 'Schon ein Konto? Jetzt anmelden',
  signIn: 'Anmelden',
  register: 'Registrieren',
  processing: 'Wird verarbeitet …',
  photo: 'Profilfoto',
  choosePhoto: 'Foto auswählen',
  changePhoto: 'Foto ändern',
  photoHint: 'Ihr Gesicht von vorn, bei gutem Licht.',
  photoRequired: 'Erforderlich.',
  photoProblems: {
    unreadable:
      'Dieses Gerät kann das Foto nicht lesen. Wählen Sie ein JPEG oder PNG; auf dem iPhone: Einstellungen, Kamera, Formate, „Maximale Kompatibilität“.',
    small:
      'Das Foto ist zu klein, um ein Gesicht zu erkennen. Wählen Sie eines mit mindestens 200 × 200 Pixeln.',
  },
  photoPreview: 'Vorschau Ihres Fotos',
  email: 'E-Mail',
  password: 'Passwort',
  forgot: 'Passwort vergessen?',
  showPassword: 'Passwort anzeigen',
  hidePassword: 'Passwort verbergen',
  registered: 'Registrierung erfolgreich. Bitte melden Sie sich an.',
  confirmEmail: 'Bestätigen Sie zuvor Ihre E-Mail über den Link, den wir Ihnen geschickt haben.',
  privacy: 'Datenschutzerklärung',
  privacyInSpanish: 'Diese Erklärung ist auf Spanisch; nur der spanische Text ist verbindlich.',
  completeTitle: 'Registrierung abschließen',
  completeIntro: 'Ihr Konto besteht bereits. Diese Angaben fehlen noch, damit Fahrgäste Sie sehen.',
  complete: 'Registrierung abschließen',
};
