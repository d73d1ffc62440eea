import { plural } from '../../../shared/plural.ts';

export const today: typeof import('../es/today.ts').today = {
  loadFailed: 'Der Tag konnte nicht geladen werden',
  rightsFailed: 'Die Datenschutzanträge konnten nicht geladen werden',
  allWell: 'Alles in Ordnung',
  allWellHint: 'Nichts wartet auf Sie. Was geschieht, erscheint hier von selbst.',
  seeAll: (shown) => `Alle ansehen (${shown})`,
  see: 'Ansehen',
  seeOf: (name) => `${name} ansehen`,
  lines: {
    waiting: (count, shown) =>
      plural('de', count, {
        one: `${shown} Fahrer wartet auf Ihre Freigabe`,
        other: `${shown} Fahrer warten auf Ihre Freigabe`,
      }),
    photos: (count, shown) =>
      plural('de', count, {
        one: `${shown} neues Foto zur Freigabe`,
        other: `${shown} neue Fotos zur Freigabe`,
      }),
    reviews: (count, shown) =>
      plural('de', count, {
        one: `${shown} schlechte Bewertung in den letzten 24 Stunden`,
        other: `${shown} schlechte Bewertungen in den letzten 24 Stunden`,
      }),
    offline: (count, shown) =>
      plural('de', count, { one: `${shown} Tablet ist offline`, other: `${shown} Tablets sind offline` }),
    battery: (count, shown) =>
      plural('de', count, {
        one: `${shown} Tablet mit schwachem Akku`,
        other: `${shown} Tablets mit schwachem Akku`,
      }),
    release: (count, shown) =>
      plural('de', count, {
        one: `${shown} Tablet zeigt noch den vorigen Inhalt`,
        other: `${shown} Tablets zeigen noch den vorigen Inhalt`,
      }),
    unverified: (count, shown) =>
      plural('de', count, { one: `${shown} Dokument zu prüfen`, other: `${shown} Dokumente zu prüfen` }),
    expired: (count, shown) =>
      plural('de', count, {
        one: `${shown} Dokument ist abgelaufen`,
        other: `${shown} Dokumente sind abgelaufen`,
      }),
    expiring: (count, shown) =>
      plural('de', count, {
        one: `${shown} Dokument läuft diese Woche ab`,
        other: `${shown} Dokumente laufen diese Woche ab`,
      }),
    missing: (count, shown) =>
      plural('de', count, {
        one: `${shown} Fahrer oder Fahrzeug fehlen Dokumente`,
        other: `${shown} Fahrern oder Fahrzeugen fehlen Dokumente`,
      }),
    mail: (count, shown) =>
      plural('de', count, {
        one: `${shown} E-Mail konnte nicht gesendet werden`,
        other: `${shown} E-Mails konnten nicht gesendet werden`,
      }),
    backup: () => 'Die Sicherung ist überfällig',
    rights: (count, shown) =>
      plural('de', count, {
        one: `${shown} Datenschutzantrag zu beantworten`,
        other: `${shown} Datenschutzanträge zu beantworten`,
      }),
  },
  rightsKinds: {
    access: 'Auskunft',
    rectification: 'Berichtigung',
    erasure: 'Löschung',
    objection: 'Widerspruch',
    portability: 'Datenübertragung',
    blocking: 'Sperrung',
  },
  overdue: 'Frist abgelaufen',
  stars: (count, shown) => plural('de', count, { one: `${shown} Stern`, other: `${shown} Sterne` }),
  battery: (percent) => `${percent} %`,
  content: (release) => `Inhalt ${release}`,
  inShift: 'In Schicht',
  unnamed: 'Tablet ohne Namen',
  noDriver: 'Gelöschter Fahrer',
  expires: (count, shown) =>
    count === 0 ? 'läuft heute ab' : count === 1 ? 'läuft morgen ab' : `läuft in ${shown} Tagen ab`,
  expiredOn: (day) => `abgelaufen am ${day}`,
  lacks: (kinds) => `Es fehlt: ${kinds}`,
  reload: 'Neu laden',
  reloadDevice: (name) => `${name} neu laden`,
  reloading: (name) => `${name} soll neu laden.`,
  mail: {
    auth: 'Der Mailserver lehnt Benutzer oder Passwort ab.',
    unreachable: 'Der Mailserver ist nicht erreichbar.',
    refused: 'Der Mailserver hat die Adresse abgelehnt.',
    other: (code) => `Der Mailserver meldet einen Fehler (${code}).`,
    hint: 'Wer sein Passwort vergessen hat, bekommt keinen Link: Vergeben Sie ein neues.',
    action: 'Benutzer ansehen',
  },
  backup: {
    full: 'Die Festplatte ist voll.',
    other: (code) => `Fehlgeschlagen (${code}).`,
    last: (moment) => `Letzte Sicherung: ${moment}.`,
    hint: 'Sagen Sie es der Person, die den Server betreut.',
    copy: 'Hinweis kopieren',
    copied: 'Hinweis kopiert.',
  },
  shifts: {
    title: (on, all) => `${on} von ${all} in Schicht`,
    on: 'In Schicht',
    off: 'Ohne Schicht',
    nobody: 'Niemand',
    more: (shown) => `und ${shown} weitere`,
  },
  steps: {
    title: 'Erste Schritte',
    hint: 'In beliebiger Reihenfolge. Jeder hakt sich selbst ab.',
    progress: (done, all) => `${done} von ${all} erledigt`,
    done: 'Erledigt',
    try: 'Ausprobieren',
    tryNumber: (number) =>
      `Probieren Sie WhatsApp ${number} aus: Der Chat Ihres Unternehmens muss sich öffnen.`,
    noVehicles: 'Wir haben keine eigenen Fahrzeuge',
    company: {
      title: 'Name und WhatsApp des Unternehmens',
      hint: 'Fahrgäste sehen den Namen und schreiben an diese Nummer.',
      action: 'Eintragen',
    },
    prices: {
      title: 'Preise',
      hint: 'Prüfen und veröffentlichen: Was angezeigt wird, gilt.',
      action: 'Preise prüfen',
    },
    claims: {
      title: 'Drei Fragen vor der Veröffentlichung',
      hint: 'GPS, Versicherung und Service rund um die Uhr: Was leistet Ihr Unternehmen?',
      action: 'Antworten und veröffentlichen',
    },
    vehicles: {
      title: 'Fahrzeuge',
      hint: 'Einzeln oder alle mit einer CSV-Datei.',
      action: 'Fahrzeuge hinzufügen',
    },
    drivers: {
      title: 'Fahrer',
      hint: 'Sie erscheinen, wenn Sie sie hinzufügen oder wenn sie sich registrieren.',
      action: 'Zu den Fahrern',
    },
    devices: {
      title: 'Tablets',
      hint: 'Mit einem Link einrichten; das Telefon eines Fahrers zählt auch.',
      action: 'Tablet einrichten',
    },
    policy: {
      title: 'Datenschutzerklärung, Version 2',
      hint: 'Vor dem 1. Dezember 2026 veröffentlichen: Dann gilt das Gesetz 21.719.',
      lateHint: 'Das Gesetz 21.719 gilt seit dem 1. Dezember 2026: Veröffentlichen Sie sie noch heute.',
      action: 'Erklärung öffnen',
    },
  },
};
