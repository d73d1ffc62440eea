export const cases: typeof import('../../es/fleet/cases.ts').cases = {
  kinds: {
    lost: 'Fundsache',
    complaint: 'Beschwerde',
    receipt: 'Beleg',
    accessibility: 'Barrierefreiheit',
    other: 'Anderes',
  },
  states: { new: 'Neu', answered: 'Beantwortet', closed: 'Abgeschlossen' },
  withReply: 'Mit Antwort',
  caption: 'Fälle von Fahrgästen, die offenen zuerst',
  search: 'Suche nach Nummer, Text oder Fahrer',
  kind: 'Art',
  all: 'Alle',
  case: 'Fall',
  body: 'Was geschehen ist',
  driver: 'Fahrer',
  came: 'Eingang',
  when: 'Geschehen',
  place: 'Flug oder Ort',
  vehicle: 'Fahrzeug',
  photo: 'Foto des Fahrgasts',
  unknownDriver: 'Ohne Fahrer',
  casesOf: (name) => `Fälle zu ${name}`,
  onlyOf: (name) => `Nur ${name}`,
  showAll: 'Alle Fälle anzeigen',
  from: 'Von',
  until: 'Bis',
  forgotten: 'Die Angaben des Fahrgasts sind gelöscht.',
  gone: 'Diesen Fall gibt es nicht mehr.',
  timeline: 'Verlauf',
  template: 'Vorlage',
  chooseTemplate: 'Vorlage wählen',
  onPage: 'Die Antwort erscheint immer auf der Seite des Falls, auf dem Handy des Fahrgasts.',
  noteHint: 'Nur das Büro sieht sie.',
  close: 'Fall abschließen',
  reopen: 'Fall wieder öffnen',
  forget: 'Angaben des Fahrgasts löschen',
  forgetText:
    'Gelöscht werden Text, Kontakt, Foto, Antworten und die Seite des Fahrgasts. Art, Zeitangaben, Fahrer und Fahrzeug bleiben. Das lässt sich nicht rückgängig machen.',
  driverHint:
    'Schicht und Fahrzeug ergeben sich aus der Zeit. Der Fahrer sieht den Fall nicht: Er erfährt nur, was Sie weitergeben.',
  chooseDriver: 'Fahrer wählen',
  driverSaved: 'Der Fahrer des Falls ist geändert.',
  nothing: 'Kein Fall mit diesen Filtern',
  clearFilters: 'Filter entfernen',
  empty: 'Noch hat kein Fahrgast geschrieben',
  emptyHint:
    'Hier kommt an, was Fahrgäste auf der Seite /help als verloren melden, beanstanden oder brauchen, mit den Tagen bis zur Antwort.',
  open: (number) => `Fall ${number} öffnen`,
  closed: (number) => `Fall ${number} ist abgeschlossen.`,
  reopened: (number) => `Fall ${number} ist wieder offen.`,
  forgot: (number) => `Die Angaben zu Fall ${number} sind gelöscht.`,
  replied: (number) => `Fall ${number} ist beantwortet.`,
  events: { closed: 'Abgeschlossen', reopened: 'Wieder geöffnet', driver: 'Fahrer geändert' },
  entries: { reply: 'Antwort', passenger: 'Fahrgast', note: 'Interne Notiz' },
  templates: {
    found: {
      name: 'Gefunden',
      text: (number) =>
        `Gute Nachricht: Wir haben gefunden, was Sie verloren haben (Anfrage ${number}). Wann und wo dürfen wir es Ihnen übergeben?`,
    },
    searching: {
      name: 'Wir suchen',
      text: (number) =>
        `Ihre Nachricht ist angekommen (Anfrage ${number}). Wir haben den Fahrer gefragt und suchen im Auto. Sobald wir mehr wissen, schreiben wir Ihnen.`,
    },
    notFound: {
      name: 'Nicht gefunden',
      text: (number) =>
        `Wir haben im Auto gesucht und den Fahrer gefragt, aber nicht gefunden, was Sie verloren haben (Anfrage ${number}). Wenn es auftaucht, melden wir uns sofort.`,
    },
    sorry: {
      name: 'Entschuldigung',
      text: (number) =>
        `Was geschehen ist, tut uns leid (Anfrage ${number}). Wir haben mit dem Fahrer gesprochen und sorgen dafür, dass es nicht wieder vorkommt. Danke für Ihre Nachricht.`,
    },
    receipt: {
      name: 'Beleg',
      text: (number) =>
        `Für den Beleg (Anfrage ${number}) brauchen wir den Namen der Person oder des Unternehmens, die Steuer- oder Ausweisnummer und den bezahlten Betrag.`,
    },
    moreDetails: {
      name: 'Angaben fehlen',
      text: (number) =>
        `Damit wir Ihnen helfen können (Anfrage ${number}), brauchen wir Tag, Uhrzeit und Strecke und, wenn möglich, das Kennzeichen.`,
    },
  },
};
