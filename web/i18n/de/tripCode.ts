import type { tripCode as es } from '../es/tripCode.ts';

export const tripCode: typeof es = {
  open: 'Mit Tag, Flug und Preis buchen',
  back: 'Zurück',
  heading: 'Auf Ihrem Handy öffnen',
  scan: 'Scannen Sie: Die Buchung öffnet sich mit diesen Angaben. Ergänzen Sie Ihren Namen und senden Sie sie per WhatsApp.',
  qr: 'QR-Code, der die Buchung mit diesen Angaben öffnet',
  details: {
    chatHeading: 'Schreiben Sie uns',
    heading: 'Mit Tag, Flug und Preis buchen',
    text: 'Tag, Flug, Personen und Gepäck: Sie sehen den Preis vor dem Senden.',
    qr: 'QR-Code für eine Buchung mit Tag, Flug und Preis',
  },
  fields: {
    direction: 'Fahrt',
    directions: { from: 'Vom Flughafen', to: 'Zum Flughafen' },
    date: 'Tag',
    time: { from: 'Landung des Fluges', to: 'Abholung um' },
    place: { from: 'Wohin fahren Sie?', to: 'Wo holen wir Sie ab?' },
    otherPlace: 'Ein anderer Ort',
    people: 'Personen',
    bags: 'Gepäckstücke',
  },
};
