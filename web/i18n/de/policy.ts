export const policy: typeof import('../es/policy.ts').policy = {
  changedTitle: 'Die Datenschutzerklärung hat sich geändert',
  changedIntro: (day: string) =>
    `Bitte lesen Sie vor Beginn Ihrer Schicht die Version vom ${day}. Nur der spanische Text ist verbindlich.`,
  accept: 'Ich stimme zu',
  proof:
    'Dieses Tablet wurde über einen Link eingerichtet: Geben Sie zum Zustimmen das Passwort Ihres Kontos ein.',
  later: 'Nicht jetzt',
  otherwise: 'Wenn Sie nicht zustimmen, melden Sie sich ab und sprechen Sie mit dem Unternehmen.',
  consent: (version: number) =>
    `Mit dem Absenden stimmen Sie der Datenschutzerklärung in Version ${version} zu. Der Text ist auf Spanisch.`,
  read: 'Datenschutzerklärung lesen',
  rights: 'Ihre Daten einsehen, berichtigen oder löschen',
};
