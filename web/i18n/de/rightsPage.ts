export const rightsPage: typeof import('../es/rightsPage.ts').rightsPage = {
  kinds: {
    access: 'Wissen, welche Daten Sie über mich haben (Auskunft)',
    rectification: 'Meine Daten berichtigen (Berichtigung)',
    erasure: 'Meine Daten löschen (Löschung)',
    objection: 'Einer Verwendung widersprechen (Widerspruch)',
    portability: 'Meine Daten als Datei erhalten (Datenübertragung)',
    blocking: 'Die Verwendung vorerst aussetzen (Sperrung)',
  },
  persons: { passenger: 'Fahrgast', driver: 'Fahrer', other: 'Jemand anderes' },
  form: {
    title: 'Ihre personenbezogenen Daten',
    lead: 'Beantragen Sie hier, was Ihnen nach dem chilenischen Gesetz 21.719 zusteht. Ohne Konto und kostenlos. Wir antworten innerhalb von 30 Tagen, bei einer Sperrung innerhalb von zwei Arbeitstagen.',
    kind: 'Ich möchte',
    person: 'Ich bin',
    body: 'Ihr Antrag',
    bodyHint: 'Was uns hilft, Ihre Daten zu finden: Tag der Fahrt, Flug, Fallnummer.',
    name: 'Ihr Name',
    contact: 'E-Mail oder Telefon',
    contactHint:
      'Dorthin senden wir einen Link, damit wir wissen, dass Sie es sind, und die Antwort. Beginnen Sie die Nummer mit + und der Landesvorwahl.',
    use: 'Wir verwenden diese Angaben nur für die Antwort. Sie bleiben vier Jahre gespeichert, damit wir nachweisen können, dass wir geantwortet haben.',
    send: 'Antrag senden',
    tooMany:
      'Es kamen viele Anträge nacheinander. Warten Sie einige Minuten und senden Sie Ihren noch einmal.',
    problems: {
      kind: 'Wählen Sie, was Sie möchten.',
      name: 'Geben Sie Ihren Namen ein.',
      body: 'Schreiben Sie uns, was Sie beantragen.',
      contact: 'Geben Sie eine vollständige E-Mail-Adresse oder Telefonnummer ein.',
    },
  },
  outcome: {
    title: (number) => `Ihr Antrag ${number} ist eingegangen`,
    byMail: 'Wir senden Ihnen eine E-Mail. Öffnen Sie sie und bestätigen Sie, dass Sie es sind.',
    byPhone: 'Wir senden Ihnen einen Link. Öffnen Sie ihn und bestätigen Sie, dass Sie es sind.',
    open: 'Antrag ansehen',
  },
  page: {
    title: (number) => `Antrag ${number}`,
    states: {
      open: 'In Bearbeitung',
      granted: 'Angenommen',
      partly: 'Teilweise angenommen',
      refused: 'Abgelehnt',
      unconfirmed: 'Ohne Bestätigung geschlossen',
    },
    until: (day) => `Wir antworten spätestens am ${day}.`,
    extended: (reason) => `Wir haben die Frist einmal verlängert. Grund: ${reason}`,
    confirmed: 'Sie haben bestätigt, dass Sie es sind.',
    unconfirmed: 'Bitte bestätigen Sie, dass Sie es sind: Öffnen Sie den Link, den wir Ihnen gesendet haben.',
    confirmText:
      'Haben Sie diesen Antrag gestellt? Bestätigen Sie es, und wir machen weiter. Wenn nicht, schließen Sie diese Seite.',
    confirm: 'Ja, das war ich',
    agency:
      'Wenn Sie nicht einverstanden sind, können Sie sich innerhalb von 30 Arbeitstagen bei der chilenischen Datenschutzbehörde beschweren.',
    keep: 'Bewahren Sie diese Seite auf: Die Antwort erscheint hier. Wer die Adresse hat, kann sie lesen.',
    unknownTitle: 'Diesen Antrag gibt es nicht',
    unknownText: 'Die Adresse stimmt nicht, oder der Antrag wurde nach vier Jahren gelöscht.',
  },
};
