import { plural } from '../../../../shared/plural.ts';

export const bookings: typeof import('../../es/fleet/bookings.ts').bookings = {
  caption: 'Buchungen, nach Tag und Uhrzeit',
  search: 'Nach Name, Flug oder Ort suchen',
  paste: 'Nachrichten einfügen',
  add: 'Hinzufügen',
  print: 'Drucken',
  day: 'Tag',
  upcoming: 'Ab heute',
  past: 'Frühere',
  dayWithCount: (day: string, count: string) => `${day} (${count})`,
  empty: 'Keine Buchungen eingefügt',
  emptyHint:
    'Kopieren Sie Buchungen aus WhatsApp und fügen Sie sie hier ein: Sie stehen dann nach Tagen, mit Fahrer, Fahrzeug und Preis zum Prüfen. Sie bleiben nur in diesem Browser.',
  nothing: 'Keine Buchung an diesen Tagen',
  clearFilters: 'Filter entfernen',
  stored:
    'Die Liste liegt nur in diesem Browser und für Ihr Konto. Jede Buchung wird 30 Tage nach der Fahrt gelöscht, beim Abmelden alle.',
  notStored: 'Der Browser konnte die Liste nicht speichern: Es fehlt Platz, oder er lässt es nicht zu.',
  when: 'Zeit',
  trip: 'Strecke',
  passenger: 'Fahrgast',
  flight: 'Flug',
  people: 'Personen',
  bags: 'Gepäckstücke',
  childSeats: 'Kindersitze',
  ages: 'Alter in Jahren, durch Kommas getrennt; leer, wenn keiner nötig ist.',
  wheelchair: 'Rollstuhl',
  name: 'Name',
  language: 'Sprache',
  paying: 'Bezahlung',
  payments: { cash: 'Bar', card: 'Karte', transfer: 'Überweisung' },
  phone: 'Telefon',
  price: 'Preis',
  assigned: 'Fahrer und Fahrzeug',
  state: 'Zu prüfen',
  driver: 'Fahrer',
  vehicle: 'Fahrzeug',
  date: 'Datum',
  time: 'Uhrzeit',
  direction: 'Richtung',
  route: 'Route',
  otherPlace: 'Anderer Ort',
  place: 'Hotel oder Adresse',
  open: (name: string) => `Die Buchung von ${name} öffnen`,
  nameless: 'Ohne Namen',
  trips: { to: (place: string) => `${place} → Flughafen`, from: (place: string) => `Flughafen → ${place}` },
  directions: { to: 'Zum Flughafen', from: 'Vom Flughafen' },
  peopleCount: (count: number, shown: string) =>
    plural('de', count, { one: `${shown} Person`, other: `${shown} Personen` }),
  bagCount: (count: number, shown: string) =>
    plural('de', count, { one: `${shown} Gepäckstück`, other: `${shown} Gepäckstücke` }),
  seatsFor: (ages: string) => `Kindersitz: ${ages} Jahre`,
  unassigned: 'Nicht zugewiesen',
  changedBadge: 'Geändert',
  changedText:
    'Eine spätere Nachricht hat diese Buchung geändert. Fahrer und Fahrzeug sind dieselben geblieben.',
  editedBadge: 'Verändert',
  editedText:
    'Der Text und die letzte Zeile der Nachricht widersprechen sich: Jemand hat sie von Hand geändert. Klären Sie die Angaben mit dem Fahrgast.',
  conflictBadge: 'Konflikt',
  priceBadge: 'Preis',
  documentsBadge: 'Dokumente',
  conflict: {
    driver: (name: string, time: string, gap: string, needed: string) =>
      `Der Fahrer fährt um ${time} Uhr auch ${name}: Dazwischen liegen ${gap} Min., nötig sind ${needed}.`,
    vehicle: (name: string, time: string, gap: string, needed: string) =>
      `Das Fahrzeug fährt um ${time} Uhr auch ${name}: Dazwischen liegen ${gap} Min., nötig sind ${needed}.`,
  },
  outOfForce: (name: string, day: string) =>
    `${name}: Ein kritisches Dokument läuft am ${day} ab, vor der Fahrt.`,
  quoted: (price: string) => `Genannt: ${price}.`,
  priceSame: 'Das ist der Preis, der an diesem Tag gilt.',
  priceNow: (price: string) => `An diesem Tag gilt ${price}.`,
  priceNone: 'Für diesen Tag und diese Route ist kein Preis veröffentlicht.',
  priceUnquoted: 'Die Nachricht nennt keinen Preis.',
  priceDisputed: (release: string, price: string) =>
    `Veröffentlichung ${release}, auf die sich die Nachricht beruft, nannte ${price}: Der Preis wurde vielleicht von Hand geändert.`,
  priceDisputedNone: (release: string) =>
    `Veröffentlichung ${release}, auf die sich die Nachricht beruft, hatte für diese Route keinen Preis.`,
  priceUnchecked: (release: string) =>
    `Veröffentlichung ${release}, auf die sich die Nachricht beruft, ließ sich nicht lesen.`,
  inquire: 'Auf Anfrage',
  noDriver: 'Kein Fahrer',
  noVehicle: 'Kein Fahrzeug',
  inShift: 'jetzt in Schicht',
  busyAt: (time: string) => `andere Buchung um ${time} Uhr`,
  expiredDocuments: 'Dokumente abgelaufen',
  seats: (count: number, shown: string) =>
    plural('de', count, { one: `${shown} Sitz`, other: `${shown} Sitze` }),
  fewSeats: 'zu wenige Sitze',
  freeDrivers: (count: number, shown: string) =>
    plural('de', count, {
      one: `${shown} Fahrer ist zu dieser Zeit frei, mit gültigen Dokumenten.`,
      other: `${shown} Fahrer sind zu dieser Zeit frei, mit gültigen Dokumenten.`,
    }),
  message: 'Nachricht',
  reply: 'Antwort',
  chooseTemplate: 'Antwort wählen',
  replyIn: (language: string) => `Antwort auf ${language}`,
  inSpanish: 'Auf Spanisch',
  copy: 'Kopieren',
  copied: 'Kopiert',
  whatsapp: 'Per WhatsApp antworten',
  edit: 'Berichtigen',
  editTitle: 'Buchung berichtigen',
  addTitle: 'Buchung hinzufügen',
  saved: (name: string) => `Die Buchung von ${name} ist gespeichert.`,
  remove: 'Aus der Liste nehmen',
  removed: (name: string) => `Die Buchung von ${name} ist aus der Liste.`,
  pasteTitle: 'Buchungsnachrichten einfügen',
  pasteLabel: 'Nachrichten',
  pasteHint:
    'Eine oder viele. Auch die .txt-Datei, die WhatsApp mit „Chat exportieren“ erstellt. Eine wiederholte Nachricht zählt einmal; eine, die die Buchung derselben Person für denselben Tag und dieselbe Richtung ändert, ersetzt sie.',
  chooseFile: '.txt-Datei wählen',
  fileTooLarge:
    'Die Datei ist zu groß: Exportieren Sie den Chat ohne Medien oder nur die letzten Nachrichten.',
  read: 'Nachrichten lesen',
  nothingRead: 'In diesem Text ist keine Buchung.',
  outcome: (added: string, changed: string, replaced: string, repeated: string, unread: string) =>
    `Neu: ${added}. Geändert: ${changed}. Ersetzt: ${replaced}. Wiederholt: ${repeated}. Nicht gelesen: ${unread}.`,
  leftOut: (count: string) => `Zuvor entfernt: ${count}.`,
  takeBack: 'Entfernte zurückholen',
  unreadTitle: (count: number, shown: string) =>
    plural('de', count, {
      one: `${shown} Nachricht ließ sich nicht lesen`,
      other: `${shown} Nachrichten ließen sich nicht lesen`,
    }),
  unreadHint: 'Geben Sie die Angaben ein, oder verwerfen Sie die Nachricht, wenn sie keine Buchung war.',
  typeIn: 'Angaben eingeben',
  discard: 'Verwerfen',
  calendar: 'Kalender (.ics)',
  deleteAll: 'Alle löschen',
  deleteAllText:
    'Alle Buchungen mit ihren Fahrern und Fahrzeugen und die ungelesenen Nachrichten werden aus diesem Browser gelöscht. Das lässt sich nicht rückgängig machen.',
  deletedAll: 'Die Buchungen sind aus diesem Browser gelöscht.',
  problems: {
    required: 'Diese Angabe fehlt.',
    past: 'Das ist schon vorbei.',
    far: 'Das ist in mehr als einem Jahr.',
    noSuchTime: 'Dieses Datum oder diese Uhrzeit gibt es nicht.',
    flight: 'Das ist keine Flugnummer wie LA 705.',
    number: 'Prüfen Sie die Zahl.',
    seats: 'Das sind zu viele Kindersitze.',
  },
  ways: {
    to: (place: string) => `von ${place} zum Flughafen`,
    from: (place: string) => `vom Flughafen nach ${place}`,
  },
  hello: (name: string) => `Guten Tag ${name}!`,
  helloNameless: 'Guten Tag!',
  goodbye: 'Gute Reise!',
  replyPrice: (price: string) => `Preis: ${price}.`,
  replyDriver: (driver: string) => `Fahrer: ${driver}.`,
  replyPlate: (plate: string) => `Kennzeichen: ${plate}.`,
  replies: {
    confirm: {
      name: 'Bestätigen',
      text: (day: string, time: string, way: string) =>
        `Wir bestätigen Ihren Transfer am ${day} um ${time} Uhr, ${way}.`,
    },
    price: {
      name: 'Der Preis ist ein anderer',
      text: (day: string, time: string, way: string, price: string) =>
        `Vielen Dank für Ihre Buchung am ${day} um ${time} Uhr, ${way}. Der Preis für diesen Tag: ${price}. Dürfen wir bestätigen?`,
    },
    impossible: {
      name: 'Nicht möglich',
      text: (day: string, time: string) =>
        `Es tut uns leid: Am ${day} um ${time} Uhr haben wir kein Fahrzeug frei. Passt Ihnen eine andere Uhrzeit?`,
    },
  },
};
