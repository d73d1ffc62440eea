import { plural } from '../../../shared/plural.ts';

export const kiosk: typeof import('../es/kiosk.ts').kiosk = {
  countdown: {
    title: 'Sind Sie noch da?',
    text: 'Die Anzeige wird für den nächsten Fahrgast zurückgesetzt.',
    seconds: (seconds) => plural('de', seconds, { one: `${seconds} Sekunde`, other: `${seconds} Sekunden` }),
    stay: 'Hier bleiben',
  },
  display: {
    theme: 'Helligkeit',
    auto: 'Automatisch',
    light: 'Hell',
    dark: 'Dunkel',
    autoHint: 'Automatisch: dunkel bei Nacht oder wenn das Gerät im Dunkelmodus ist.',
    textSize: 'Textgröße',
    sizes: { normal: 'Normal', large: 'Groß', larger: 'Sehr groß' },
    enterFullScreen: 'Vollbild',
    leaveFullScreen: 'Vollbild beenden',
  },
  driver: {
    intro: 'Nur für den Fahrer, bei stehendem Auto.',
    clockAhead: (time: string) =>
      `Die Uhr dieses Geräts geht um ${time} vor. Stellen Sie sie in den Einstellungen des Geräts richtig.`,
    clockBehind: (time: string) =>
      `Die Uhr dieses Geräts geht um ${time} nach. Stellen Sie sie in den Einstellungen des Geräts richtig.`,
    codes: 'WhatsApp und Karten als QR-Code',
    codesLine: 'Fahrgäste öffnen sie auf ihrem eigenen Handy',
    noWhatsapp:
      'Das Unternehmen hat noch keine WhatsApp-Nummer: Fahrgäste sehen den Buchungscode nicht. Sagen Sie der Verwaltung Bescheid.',
    help: 'Hilfe: das Unternehmen anrufen',
    call: 'Anrufen',
    helpMessage: 'Hallo, ich bin Fahrer und brauche Hilfe.',
    back: 'Zurück',
    signOutTitle: 'Abmelden?',
    signOutText: 'Dieser Bildschirm erscheint erst wieder, wenn sich der Fahrer neu anmeldet.',
  },
  pin: {
    menu: 'PIN des Fahrers',
    setUp: 'Dieses Menü vor Fahrgästen schützen',
    setUpReason: 'Um eine PIN festzulegen, geben Sie das Passwort Ihres Kontos ein.',
    active: 'Aktiv',
    enter: 'PIN eingeben',
    label: 'PIN',
    erase: 'Letzte Ziffer löschen',
    confirm: 'Weiter',
    wrong: 'Falsche PIN.',
    wait: (time) => `Zu viele Versuche. Warten Sie ${time}.`,
    forgot: 'PIN vergessen: mein Passwort verwenden',
    choose: 'Wählen Sie eine PIN aus 4 bis 8 Ziffern',
    repeat: 'Geben Sie sie noch einmal ein',
    different: 'Die beiden Eingaben stimmen nicht überein. Wählen Sie die PIN neu.',
    guessable: 'Diese PIN ist leicht zu erraten. Wählen Sie eine andere.',
    saved: 'PIN gespeichert. Dieses Menü fragt künftig danach.',
    removed: 'PIN entfernt.',
    change: 'PIN ändern',
    remove: 'PIN entfernen',
    explanation: 'Die PIN bleibt nur auf diesem Gerät und wird beim Abmelden gelöscht.',
    insecure:
      'Hier ist keine PIN möglich: Diese Adresse ist nicht sicher. Bitten Sie den Betreiber um eine Adresse mit https.',
  },
  map: {
    title: 'Mit Ihrem Handy scannen',
    qr: 'QR-Code der Karte',
    text: 'Sie öffnet sich in der Karten-App Ihres Handys.',
    locating: 'Unsere Position wird gesucht …',
  },
};
