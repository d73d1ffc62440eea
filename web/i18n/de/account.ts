export const account: typeof import('../es/account.ts').account = {
  registration: { codeHint: 'Sie bekommen ihn von Ihrem Unternehmen. Fehlt er Ihnen, fragen Sie dort.' },
  currentPassword: 'Aktuelles Passwort',
  strength: {
    short: (length) => `Mindestens ${length} Zeichen. Ein kurzer Satz lässt sich leicht merken.`,
    common: 'Dieses Passwort ist leicht zu erraten. Fügen Sie noch ein Wort an.',
    enough: 'Gute Länge.',
  },
  photo: {
    title: 'Foto',
    intro: 'Ihre Fahrgäste sehen dieses Foto.',
    action: 'Foto speichern',
    done: 'Foto geändert: Ihre Fahrgäste sehen es ab jetzt.',
    received: 'Wir haben Ihr Foto erhalten.',
    pending: 'Neues Foto',
    pendingText:
      'Es wartet auf die Freigabe durch das Unternehmen. Bis dahin sehen Ihre Fahrgäste das bisherige.',
  },
  password: {
    title: 'Passwort',
    label: 'Neues Passwort',
    action: 'Passwort ändern',
    done: 'Passwort geändert. Ihre anderen Geräte wurden abgemeldet.',
  },
  email: {
    title: 'E-Mail',
    intro: (email) => `Zurzeit melden Sie sich mit ${email} an.`,
    label: 'Neue E-Mail',
    action: 'E-Mail ändern',
    done: 'E-Mail geändert. Verwenden Sie sie bei der nächsten Anmeldung.',
    waiting: (email) =>
      `Öffnen Sie zum Abschluss den Link, den wir an ${email} geschickt haben. Kam auch an Ihre jetzige Adresse einer, öffnen Sie ihn ebenfalls.`,
    waitingStored: (email) =>
      `Dieser Server verschickt keine E-Mails: Der Link für ${email} liegt auf dem Server Ihres Unternehmens. Fragen Sie dort danach.`,
  },
  devices: {
    title: 'Andere Geräte',
    intro: 'Gerät verloren oder verliehen? Melden Sie sich dort ab. Hier bleiben Sie angemeldet.',
    action: 'Auf den anderen abmelden',
    done: 'Nur dieses Gerät ist noch angemeldet.',
  },
  data: {
    title: 'Ihre Daten',
    intro:
      'Laden Sie alles, was wir über Sie speichern, in einer Datei herunter: Eintrag, Konto, Sitzungen und Bewertungen.',
    action: 'Meine Daten herunterladen',
    done: 'Fertig: Die Datei liegt in Ihren Downloads.',
  },
  deletion: {
    title: 'Mein Konto löschen',
    intro:
      'Ihr Konto, Ihr Eintrag, Ihre Fotos und Ihre Sitzungen werden gelöscht. Ihre Bewertungen bleiben, ohne Ihren Namen. Das lässt sich nicht rückgängig machen.',
    label: 'Zum Bestätigen LÖSCHEN eingeben',
    word: 'LÖSCHEN',
    action: 'Mein Konto endgültig löschen',
    wrong: 'Bitte geben Sie genau dieses Wort ein.',
  },
  gate: {
    intro: 'Nur für den Fahrer. Geben Sie Ihr Passwort ein.',
    action: 'Weiter',
    forgot: 'Passwort vergessen: Link schicken',
    sent: 'Wir haben Ihnen eine E-Mail mit einem Link geschickt, mit dem Sie ein neues Passwort wählen können.',
  },
  forgot: {
    title: 'Passwort vergessen',
    intro: 'Geben Sie die E-Mail ein, mit der Sie sich registriert haben; wir schicken Ihnen einen Link.',
    action: 'Link schicken',
    sent: 'Wenn es ein Konto mit dieser E-Mail gibt, erhalten Sie einen Link, um ein neues Passwort zu wählen. Sehen Sie auch im Spam-Ordner nach.',
    introStored:
      'Geben Sie die E-Mail ein, mit der Sie sich registriert haben, dann wird ein Link vorbereitet. Oder bitten Sie Ihr Unternehmen um ein Passwort: E-Mails werden hier nicht verschickt.',
    stored:
      'Wenn es ein Konto mit dieser E-Mail gibt, liegt der Link auf dem Server Ihres Unternehmens. Fragen Sie dort danach oder nach einem neuen Passwort.',
    back: 'Zurück zur Anmeldung',
  },
  recovery: {
    title: 'Neues Passwort',
    intro: 'Wählen Sie ein neues Passwort für',
    action: 'Speichern und weiter',
    cancel: 'Jetzt nicht: abmelden',
  },
  link: {
    expired: 'Dieser Link wurde schon benutzt oder ist abgelaufen. Fordern Sie einen neuen an.',
    otherDevice:
      'Öffnen Sie den Link in dem Browser, in dem Sie ihn angefordert haben, oder fordern Sie hier einen neuen an.',
    failed: 'Der Link hat nicht funktioniert. Fordern Sie einen neuen an.',
    question: 'Mit diesem Link anmelden?',
    account: 'Der Link gehört zum Konto',
    warning: 'Fahren Sie nur fort, wenn Sie diese E-Mail angefordert haben und das Konto Ihnen gehört.',
    accept: 'Weiter',
    decline: 'Nein, abbrechen',
    otherAccount:
      'Dieser Link gehört zu einem anderen Konto. Melden Sie sich zuerst ab und fordern Sie einen neuen an.',
    again: 'Neuen Link anfordern',
    half: 'Bestätigt. Öffnen Sie jetzt den Link, den wir an die andere Adresse geschickt haben.',
    emailChanged: (email) => `E-Mail geändert. Ab jetzt melden Sie sich mit ${email} an.`,
  },
  provider: {
    continueWith: (service: string) => `Mit ${service} fortfahren`,
    refused: 'Sie haben die Anmeldung abgebrochen. Sie können es noch einmal versuchen.',
    unverified:
      'Dieser Dienst hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort und versuchen Sie es noch einmal.',
    failed: 'Die Anmeldung mit diesem Dienst hat nicht funktioniert. Versuchen Sie es noch einmal.',
  },
};
