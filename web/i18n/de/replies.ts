export const replies: typeof import('../es/replies.ts').replies = {
  bookings: {
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
    inquire: 'auf anfrage',
    templates: {
      confirm: (day: string, time: string, way: string) =>
        `Wir bestätigen Ihren Transfer am ${day} um ${time} Uhr, ${way}.`,
      price: (day: string, time: string, way: string, price: string) =>
        `Vielen Dank für Ihre Buchung am ${day} um ${time} Uhr, ${way}. Der Preis für diesen Tag: ${price}. Dürfen wir bestätigen?`,
      impossible: (day: string, time: string) =>
        `Es tut uns leid: Am ${day} um ${time} Uhr haben wir kein Fahrzeug frei. Passt Ihnen eine andere Uhrzeit?`,
    },
  },
  cases: {
    found: (number) =>
      `Gute Nachricht: Wir haben gefunden, was Sie verloren haben (Anfrage ${number}). Wann und wo dürfen wir es Ihnen übergeben?`,
    searching: (number) =>
      `Ihre Nachricht ist angekommen (Anfrage ${number}). Wir haben den Fahrer gefragt und suchen im Auto. Sobald wir mehr wissen, schreiben wir Ihnen.`,
    notFound: (number) =>
      `Wir haben im Auto gesucht und den Fahrer gefragt, aber nicht gefunden, was Sie verloren haben (Anfrage ${number}). Wenn es auftaucht, melden wir uns sofort.`,
    sorry: (number) =>
      `Was geschehen ist, tut uns leid (Anfrage ${number}). Wir haben mit dem Fahrer gesprochen und sorgen dafür, dass es nicht wieder vorkommt. Danke für Ihre Nachricht.`,
    receipt: (number) =>
      `Für den Beleg (Anfrage ${number}) brauchen wir den Namen der Person oder des Unternehmens, die Steuer- oder Ausweisnummer und den bezahlten Betrag.`,
    moreDetails: (number) =>
      `Damit wir Ihnen helfen können (Anfrage ${number}), brauchen wir Tag, Uhrzeit und Strecke und, wenn möglich, das Kennzeichen.`,
  },
  rights: {
    confirm: (number, link) =>
      `Ihr Antrag ${number} zu personenbezogenen Daten ist eingegangen. Bitte bestätigen Sie hier, dass Sie es sind: ${link}`,
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
        `Antrag ${number}: Wir nehmen ihn teilweise an. Das haben wir getan:\n\nDen Rest können wir nicht tun, weil:\n\nWenn Sie nicht einverstanden sind, können Sie sich innerhalb von 30 Arbeitstagen bei der chilenischen Datenschutzbehörde beschweren.`,
      refused: (number) =>
        `Antrag ${number}: Wir können ihn nicht annehmen. Der rechtliche Grund ist:\n\nWenn Sie nicht einverstanden sind, können Sie sich innerhalb von 30 Arbeitstagen bei der chilenischen Datenschutzbehörde beschweren.`,
      unconfirmed: (number) =>
        `Antrag ${number}: Wir haben ihn geschlossen, weil wir nicht prüfen konnten, ob es Ihre Daten sind. Sie können ihn jederzeit neu stellen.`,
    },
  },
};
