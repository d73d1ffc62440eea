export const invitation: typeof import('../es/invitation.ts').invitation = {
  title: 'Einladung',
  from: (company) => `${company} lädt Sie als Fahrer ein`,
  intro: 'Wählen Sie E-Mail und Passwort für die Anmeldung und das Foto, das Fahrgäste sehen.',
  introSignedIn: 'Sie haben schon ein Konto. Wählen Sie das Foto, das Fahrgäste sehen.',
  accept: 'Annehmen und anmelden',
  leave: 'Zurück',
  noToken: 'Dieser Link ist unvollständig. Öffnen Sie ihn noch einmal aus der Nachricht Ihres Unternehmens.',
  inUse:
    'Auf diesem Gerät ist schon jemand angemeldet. Melden Sie sich zuerst ab, oder öffnen Sie die Einladung auf Ihrem Telefon.',
  used: 'Diese Einladung wurde schon benutzt. Waren Sie es, melden Sie sich mit E-Mail und Passwort an.',
  withdrawn:
    'Ihr Unternehmen hat diesen Link zurückgezogen oder einen neueren geschickt. Nehmen Sie den letzten, oder bitten Sie um einen neuen.',
  expired:
    'Dieser Link ist ungültig oder abgelaufen: Er gilt sieben Tage. Bitten Sie Ihr Unternehmen um einen neuen.',
  accountInUse: 'Diese E-Mail gehört zu einem Konto, das schon benutzt wird. Wählen Sie eine andere.',
  emailTaken:
    'Für diese E-Mail gibt es ein Konto mit anderem Passwort. Geben Sie dieses ein, oder nehmen Sie eine andere E-Mail.',
  thenOpenAgain: 'Öffnen Sie danach diesen Link noch einmal.',
};
