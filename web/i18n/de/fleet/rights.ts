import { plural } from '../../../../shared/plural.ts';

export const rights: typeof import('../../es/fleet/rights.ts').rights = {
  views: 'Anträge und Verletzungen',
  requests: 'Anträge',
  breaches: 'Verletzungen',
  kinds: {
    access: 'Auskunft',
    rectification: 'Berichtigung',
    erasure: 'Löschung',
    objection: 'Widerspruch',
    portability: 'Datenübertragung',
    blocking: 'Sperrung',
  },
  persons: { passenger: 'Fahrgast', driver: 'Fahrer', other: 'Jemand anderes' },
  channels: { page: 'Über die Seite', spoken: 'Mündlich', paper: 'Auf Papier' },
  states: { open: 'Offen', closed: 'Geschlossen' },
  outcomes: {
    granted: 'Angenommen',
    partly: 'Teilweise angenommen',
    refused: 'Abgelehnt',
    unconfirmed: 'Nicht bestätigt',
  },
  caption: 'Anträge zu personenbezogenen Daten, die offenen zuerst',
  search: 'Nach Nummer, Name oder Text suchen',
  state: 'Status',
  kind: 'Recht',
  all: 'Alle',
  request: 'Antrag',
  person: 'Person',
  channel: 'Kam',
  received: 'Eingegangen',
  due: 'Antwort bis',
  language: 'Sprache',
  email: 'E-Mail',
  phone: 'Telefon',
  identity: 'Identität',
  confirmed: 'Bestätigt',
  notConfirmed: 'Nicht bestätigt',
  extension: 'Verlängerung',
  body: 'Beantragt',
  gone: 'Diesen Antrag gibt es nicht mehr.',
  timeline: 'Verlauf des Antrags',
  nothing: 'Kein Antrag mit diesen Filtern',
  clearFilters: 'Filter entfernen',
  empty: 'Noch keine Anträge',
  emptyHint:
    'Hier kommen die Anträge von Fahrgästen und Fahrern zu ihren personenbezogenen Daten an (Seite /rights), mit den Tagen, die nach dem Gesetz 21.719 für die Antwort bleiben.',
  open: (number) => `Antrag ${number} öffnen`,
  daysLeft: (days, shown) => {
    if (days === 0) return 'heute antworten';
    if (days > 0) return plural('de', days, { one: `noch ${shown} Tag`, other: `noch ${shown} Tage` });
    return plural('de', -days, { one: `${shown} Tag zu spät`, other: `${shown} Tage zu spät` });
  },
  add: 'Antrag eintragen',
  form: {
    title: 'Antrag eintragen',
    name: 'Name der Person',
    received: 'Tag des Eingangs',
    contact: 'E-Mail oder Telefon (freiwillig)',
    contactInvalid: 'Geben Sie eine vollständige E-Mail-Adresse oder Telefonnummer ein, oder nichts.',
    identified: 'Ausweis gesehen oder Person bekannt',
    saved: 'Der Antrag wurde eingetragen.',
  },
  events: {
    filed: 'Vom Unternehmen eingetragen',
    confirmed: 'Die Person hat den Kontakt bestätigt',
    identified: 'Das Unternehmen hat die Identität geprüft',
    link: 'Ein Link zur Bestätigung wurde erstellt',
    account: 'Das Konto der Person wurde gewählt',
    downloaded: 'Die Datei mit den Daten wurde heruntergeladen',
    extended: 'Die Frist wurde um 30 Tage verlängert',
    replied: 'Beantwortet, weiter offen',
    granted: 'Geschlossen: angenommen',
    partly: 'Geschlossen: teilweise angenommen',
    refused: 'Geschlossen: abgelehnt',
    unconfirmed: 'Geschlossen: nicht bestätigt',
  },
  entries: { reply: 'Antwort', note: 'Was getan wurde' },
  noteHint: 'Notieren Sie, was Sie getan haben. Das lesen nur Administratoren.',
  onPage: 'Die Antwort erscheint immer auf der Seite des Antrags.',
  replied: (number) => `Der Antrag ${number} wurde beantwortet.`,
  result: 'Ergebnis',
  results: {
    ask: 'Offen lassen: nach Angaben fragen',
    granted: 'Schließen: angenommen',
    partly: 'Schließen: teilweise angenommen',
    refused: 'Schließen: abgelehnt',
    unconfirmed: 'Schließen: nicht bestätigt',
  },
  confirm: {
    link: 'Link zur Bestätigung erstellen',
    linkHint:
      'Senden Sie ihn nur an den Kontakt des Antrags. Öffnen und Drücken der Taste bestätigt die Person.',
    made: 'Link zur Bestätigung',
    whatsapp: 'Per WhatsApp senden',
    text: (number, link) =>
      `Wir haben Ihren Antrag ${number} zu personenbezogenen Daten. Bitte bestätigen Sie hier, dass Sie es sind: ${link}`,
    identified: 'Identität geprüft',
    done: 'Die Identität ist als geprüft notiert.',
  },
  account: {
    choose: 'Es ist dieser Fahrer',
    none: 'Dieser Fahrer hat kein Konto.',
    saved: 'Das Konto wurde gewählt.',
    download: 'Daten herunterladen',
    hint: 'Eine JSON-Datei mit allem über die Person. Übergeben Sie sie auf sicherem Weg.',
    first: 'Bestätigen Sie zuerst, wer die Person ist.',
    passenger: 'Fälle der Person suchen',
  },
  extend: {
    button: 'Frist verlängern',
    title: 'Frist um 30 Tage verlängern',
    text: 'Das Gesetz erlaubt es einmal. Die Person liest den Grund auf der Seite ihres Antrags.',
    reason: 'Grund',
    saved: 'Die Frist wurde verlängert.',
    refused: 'Die Frist ist vorbei oder wurde schon verlängert.',
  },
  templates: {
    ask: (number) =>
      `Für die Antwort auf Ihren Antrag ${number} brauchen wir weitere Angaben: Tag und Uhrzeit der Fahrt oder Ihre Fallnummer. Falls noch nicht geschehen, bestätigen Sie mit dem Link, den wir Ihnen gesendet haben, dass Sie es sind.`,
    granted: {
      access: (number) =>
        `Antrag ${number}: Diese Daten haben wir über Sie, mit Zweck, Herkunft, Empfängern und Speicherdauer:`,
      rectification: (number) =>
        `Antrag ${number}: Wir haben Ihre Daten wie gewünscht berichtigt und alle informiert, die sie erhalten hatten.`,
      erasure: (number) =>
        `Antrag ${number}: Wir haben Ihre Daten gelöscht. Aus den Sicherungen verschwinden sie, wenn diese ablaufen.`,
      objection: (number) =>
        `Antrag ${number}: Wir verwenden Ihre Daten nicht mehr für den von Ihnen genannten Zweck.`,
      portability: (number) =>
        `Antrag ${number}: Wir haben Ihre Daten als Datei vorbereitet, die andere Systeme lesen können, und übergeben sie Ihnen auf diesem Weg.`,
      blocking: (number) =>
        `Antrag ${number}: Wir haben die Verwendung Ihrer Daten bis zur Entscheidung ausgesetzt. Wir löschen und verwenden sie nicht.`,
    },
    partly: (number) =>
      `Antrag ${number}: Wir nehmen ihn teilweise an. Das haben wir getan:\n\nDen Rest können wir nicht tun, weil:\n\nWenn Sie nicht einverstanden sind, können Sie sich innerhalb von 30 Werktagen bei der chilenischen Datenschutzbehörde beschweren.`,
    refused: (number) =>
      `Antrag ${number}: Wir können ihn nicht annehmen. Der rechtliche Grund ist:\n\nWenn Sie nicht einverstanden sind, können Sie sich innerhalb von 30 Werktagen bei der chilenischen Datenschutzbehörde beschweren.`,
    unconfirmed: (number) =>
      `Antrag ${number}: Wir haben ihn geschlossen, weil wir nicht prüfen konnten, dass es Ihre Daten sind. Sie können ihn jederzeit neu stellen.`,
  },
  breach: {
    add: 'Verletzung eintragen',
    title: 'Verletzung der Datensicherheit',
    caption: 'Verletzungen der Datensicherheit, die neuesten zuerst',
    search: 'Nach Ereignis oder Daten suchen',
    empty: 'Keine Verletzung eingetragen',
    emptyHint:
      'Tragen Sie hier jeden Verlust, Abfluss oder unbefugten Zugriff auf personenbezogene Daten ein, auch einen kleinen: Das Gesetz 21.719 verlangt dieses Verzeichnis.',
    happened: 'Geschehen am',
    known: 'Bekannt',
    knownOn: 'Bekannt seit',
    what: 'Was geschah',
    data: 'Welche Daten',
    dataHint:
      'Zum Beispiel: Name, Telefon, Führerschein. Nennen Sie sensible Daten, Daten von Kindern oder Karten.',
    people: 'Wie viele Personen',
    peopleHint: 'Leer lassen, solange es niemand weiß.',
    consequences: 'Mögliche Folgen',
    measures: 'Getroffene Maßnahmen',
    agency: 'Meldung an die Behörde',
    agencyOn: 'Behörde informiert am',
    persons: 'Meldung an die Personen',
    personsOn: 'Personen informiert am',
    told: (day) => `Informiert am ${day}`,
    notTold: 'Nicht informiert',
    unknown: 'noch nicht bekannt',
    peopleInvalid: 'Geben Sie eine ganze Zahl ein.',
    saved: 'Die Verletzung wurde gespeichert.',
    edit: (what) => `Verletzung „${what}“ bearbeiten`,
    notice: (what) => `Meldungen zu „${what}“`,
    notices: 'Meldungen',
    toAgency: 'An die Behörde',
    toPeople: 'An die Personen',
    copy: 'Kopieren',
    copied: 'Die Meldung wurde kopiert.',
    print: 'Drucken',
    lawHint:
      'Informieren Sie die Behörde unverzüglich; die Personen, wenn es um sensible Daten, Kinder unter 14 Jahren oder Geld und Schulden geht.',
  },
  peopleNotice: (fact) => `Mitteilung zu Ihren personenbezogenen Daten

Am ${fact.happened} ist Folgendes geschehen: ${fact.what}

Daten: ${fact.data}
Mögliche Folgen: ${fact.consequences}
Das haben wir getan: ${fact.measures}

Wenn Ihnen etwas auffällt, schreiben Sie uns: ${fact.contact}

${fact.company}`,
};
