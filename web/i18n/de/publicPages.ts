import { plural } from '../../../shared/plural.ts';

export const publicPages: typeof import('../es/publicPages.ts').publicPages = {
  vehicle: {
    helpTitle: 'Etwas verloren oder unzufrieden?',
    helpText:
      'Scannen und vom eigenen Handy schreiben: Verlorenes, Beschwerde oder Beleg. Sie bekommen eine Nummer.',
    helpQr: 'QR-Code der Seite für Verlorenes, Beschwerden und Belege',
    driverText:
      'Scannen: Ihr Handy zeigt Foto, Namen und Kennzeichen. Schicken Sie es weiter, wenn jemand auf Sie wartet.',
    driverQr: 'QR-Code der Seite, die bestätigt, wer fährt',
    guideTitle: 'Der Reiseführer auf Ihrem Handy',
    guideText:
      'Touren, Orte, Preise und WhatsApp auf Deutsch. Einmal öffnen, danach auch ohne Empfang verfügbar.',
    guideQr: 'QR-Code des Reiseführers',
    rateTitle: 'Oder am eigenen Handy bewerten',
    rateText: 'Scannen. Gilt für eine Bewertung, 30 Minuten lang.',
    rateQr: 'QR-Code, um am eigenen Handy zu bewerten',
    rateOffline: 'Für die Bewertung am eigenen Handy fehlt der Empfang. Hier können Sie trotzdem bewerten.',
    rateBusy: (minutes) =>
      `Gerade hat jemand bewertet. Der Code für Ihr Handy kommt in ${minutes} Min.; hier können Sie schon bewerten.`,
    rateUnavailable: 'Zurzeit gibt es keinen Code für die Bewertung am eigenen Handy.',
  },
  page: {
    book: 'Mit Tag, Flug und Preis buchen',
    help: 'Verlorenes, Beschwerde oder Beleg',
    whatsapp: 'Per WhatsApp schreiben',
    message: 'Hallo, ich möchte einen Transfer buchen.',
    guide: 'Reiseführer öffnen',
    offline:
      'Keine Verbindung. Prüfen Sie Ihr Internet. Wenn es funktioniert, versuchen Sie es in einigen Minuten noch einmal.',
    failed: 'Diese Seite konnte nicht geladen werden.',
  },
  /** On the sign-in screen, and at an unknown address. */
  passenger: {
    question: 'Sind Sie Fahrgast?',
    guide: 'Reiseführer',
    book: 'Buchen',
    help: 'Hilfe',
    unknown: 'Diese Adresse gibt es nicht',
  },
  verify: {
    title: 'Wer fährt',
    authorised: 'Heute für uns im Einsatz',
    unverified: 'Registriert, vom Unternehmen noch nicht geprüft',
    compare: 'Vergleichen Sie Foto und Kennzeichen mit dem Auto, bevor Sie einsteigen.',
    share: 'Weiterschicken',
    shareText: (name: string, plate: string | null) =>
      `Ich fahre mit ${plate ? `${name}, Kennzeichen ${plate}` : name}. Hier prüfen:`,
    copied: 'Link kopiert. Fügen Sie ihn in eine Nachricht ein.',
    copyThis: 'Diesen Link kopieren:',
    unknownTitle: 'Diesen Code kennen wir nicht',
    unknownText:
      'Er gehört zu keinem Fahrer, der heute für uns fährt. Steigen Sie nicht ein, bevor Sie mit uns gesprochen haben.',
  },
  rate: {
    title: 'Fahrt bewerten',
    question: (name: string) => `Wie war Ihre Fahrt mit ${name}?`,
    hint: 'Tippen Sie auf einen Stern. Sie können es einige Sekunden lang rückgängig machen.',
    soon: 'Wird in wenigen Sekunden gesendet.',
    undo: 'Rückgängig',
    legend: 'Ein bis fünf Sterne',
    stars: (n: number) => plural('de', n, { one: `${n} Stern`, other: `${n} Sterne` }),
    sending: 'Wird gesendet …',
    failed: 'Ihre Bewertung wurde nicht gesendet.',
    again: 'Noch einmal senden',
    thanks: 'Vielen Dank!',
    thanksText: (name: string) =>
      `Ihre Bewertung ist gespeichert. Ab morgen zählt sie bei ${name} mit, ohne Ihren Namen. Gute Reise!`,
    usedTitle: 'Dieser Link wurde schon benutzt',
    usedText: 'Jeder Link gilt nur einmal. Danke für Ihre Bewertung.',
    expiredTitle: 'Dieser Link ist abgelaufen',
    expiredText: 'Er gilt 30 Minuten. Der Bildschirm im Auto zeigt einen neuen.',
    invalidTitle: 'Dieser Link ist ungültig',
    invalidText: 'Scannen Sie den Code auf dem Bildschirm im Auto noch einmal.',
    busyTitle: 'Zu viele Bewertungen',
    busyText:
      'Dieser Fahrer hat in der letzten Stunde viele Bewertungen bekommen. Bitte versuchen Sie es später.',
  },
  guide: {
    title: 'Ihr Reiseführer',
    lead: (cities) => `${cities} in der Tasche, auch ohne Empfang.`,
    contents: 'In diesem Reiseführer',
    prices: 'Preise ab Flughafen',
    tours: 'Touren mit Fahrer',
    places: 'Sehenswerte Orte',
    book: 'Fahrt buchen',
    bookText: 'Schreiben Sie uns für Ihre nächste Fahrt.',
    tourMessage: (tour: string) => `Hallo, ich interessiere mich für die Tour „${tour}“.`,
    ask: 'Nach dieser Tour fragen',
  },
};
