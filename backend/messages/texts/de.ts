import type { MessageTexts } from './types.ts';

export const de: MessageTexts = {
  confirmation: {
    subject: ({ brand }) => `Bestätigen Sie Ihre E-Mail-Adresse bei ${brand}`,
    heading: 'Bestätigen Sie Ihre E-Mail-Adresse',
    text: ({ brand }) =>
      `Danke für Ihre Anmeldung bei ${brand}. Bestätigen Sie, dass diese Adresse Ihnen gehört.`,
    button: 'Adresse bestätigen',
  },
  recovery: {
    subject: ({ brand }) => `Neues Passwort für ${brand}`,
    heading: 'Wählen Sie ein neues Passwort',
    text: ({ brand }) => `Jemand möchte das Passwort Ihres Kontos bei ${brand} ändern.`,
    button: 'Passwort wählen',
  },
  magic_link: {
    subject: ({ brand }) => `Ihr Link zum Anmelden bei ${brand}`,
    heading: 'Ohne Passwort anmelden',
    text: ({ brand }) => `Dieser Link meldet Sie bei ${brand} an. Er gilt einmal.`,
    button: 'Anmelden',
  },
  invite: {
    subject: ({ brand }) => `Einladung zu ${brand}`,
    heading: 'Sie sind eingeladen',
    text: ({ brand }) =>
      `Sie sind eingeladen, ein Konto bei ${brand} anzulegen. Nehmen Sie an, um zu beginnen.`,
    button: 'Einladung annehmen',
  },
  email_change_current: {
    subject: ({ brand }) => `Neue E-Mail-Adresse bei ${brand}`,
    heading: 'Bestätigen Sie den Wechsel der Adresse',
    text: ({ address }) =>
      `Ihr Konto soll die Adresse ${address} verwenden. Bestätigen Sie, dass Sie das wünschen.`,
    button: 'Wechsel bestätigen',
  },
  email_change_new: {
    subject: ({ brand }) => `Bestätigen Sie Ihre neue E-Mail-Adresse bei ${brand}`,
    heading: 'Bestätigen Sie Ihre neue Adresse',
    text: ({ brand }) => `Bestätigen Sie, dass Sie diese Adresse bei ${brand} verwenden möchten.`,
    button: 'Adresse bestätigen',
  },
  reauthentication: {
    subject: ({ brand }) => `Ihr Code für ${brand}`,
    heading: 'Bestätigen Sie, dass Sie es sind',
    text: () => 'Geben Sie diesen Code in der App ein, um fortzufahren.',
  },
  password_changed: {
    subject: ({ brand }) => `Ihr Passwort bei ${brand} wurde geändert`,
    heading: 'Ihr Passwort wurde geändert',
    text: ({ brand }) =>
      `Das Passwort Ihres Kontos bei ${brand} wurde soeben geändert. Waren Sie es nicht, fordern Sie sofort ein neues an und sagen Sie uns Bescheid.`,
  },
  account_claimed: {
    subject: ({ brand }) => `Das Konto mit Ihrer Adresse bei ${brand} gehört jetzt Ihnen`,
    heading: 'Das Konto gehört jetzt Ihnen',
    text: () =>
      'Sie haben sich mit einem anderen Dienst angemeldet, der bestätigt hat, dass diese Adresse Ihnen gehört. Zuvor hatte das niemand nachgewiesen. Deshalb haben wir das Passwort, die zweiten Faktoren und die offenen Sitzungen des Kontos entfernt. Ein neues Passwort können Sie auf der Anmeldeseite anfordern.',
  },
  email_changed: {
    subject: ({ brand }) => `Ihre E-Mail-Adresse bei ${brand} wurde geändert`,
    heading: 'Ihre E-Mail-Adresse wurde geändert',
    text: ({ address }) =>
      `Ihr Konto verwendet jetzt die Adresse ${address}. Waren Sie es nicht, sagen Sie uns sofort Bescheid.`,
  },
  session_ended: {
    subject: ({ brand }) => `Eine Ihrer Sitzungen bei ${brand} wurde beendet`,
    heading: 'Eines Ihrer Geräte wurde abgemeldet',
    text: ({ brand }) =>
      `Ein Gerät, das bei Ihrem Konto bei ${brand} angemeldet war, hat einen bereits ersetzten Schlüssel verwendet. Vielleicht hat ihn jemand kopiert; deshalb haben wir dieses Gerät abgemeldet. Melden Sie sich dort neu an. Kennen Sie den Grund nicht, ändern Sie Ihr Passwort und sagen Sie uns Bescheid.`,
  },
  factor_added: {
    subject: ({ brand }) => `Ihr Konto bei ${brand} hat einen zweiten Faktor`,
    heading: 'Ein zweiter Faktor wurde hinzugefügt',
    text: ({ brand }) =>
      `Ab jetzt verlangt die Anmeldung bei Ihrem Konto bei ${brand} auch einen Code. Waren Sie es nicht, fordern Sie sofort ein neues Passwort an und sagen Sie uns Bescheid.`,
  },
  passkey_added: {
    subject: ({ brand }) => `Ihr Konto bei ${brand} hat einen neuen Passkey`,
    heading: 'Ein Passkey wurde hinzugefügt',
    text: ({ brand }) =>
      `Ab jetzt kann man sich bei Ihrem Konto bei ${brand} mit Fingerabdruck, Gesicht oder Bildschirmsperre des betreffenden Geräts anmelden. Waren Sie es nicht, entfernen Sie den Passkey unter „Mein Konto“, ändern Sie Ihr Passwort und sagen Sie uns Bescheid.`,
  },
  code: 'Oder geben Sie diesen Code ein:',
  linkHint: 'Falls der Knopf nicht funktioniert, öffnen Sie diese Adresse:',
  validity: (minutes) => `Gilt ${minutes} Minuten, für eine einmalige Verwendung.`,
  ignore: 'Waren Sie es nicht, beachten Sie diese Nachricht nicht: Es ändert sich nichts.',
  sms: (code, brand) => `${code} ist Ihr Code für ${brand}.`,
};
