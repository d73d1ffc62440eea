export const legalTaxi: typeof import('../es/legalTaxi.ts').legalTaxi = {
  compare: {
    title: 'Zuerst vergleichen',
    text: 'Das Kennzeichen auf diesem Bildschirm muss das des Wagens sein, und das Foto muss die Person am Steuer zeigen.',
    mismatch:
      'Passt etwas nicht, fahren Sie nicht mit. Sind Sie schon unterwegs, lassen Sie sich an einem belebten Ort absetzen und rufen Sie die 133.',
  },
  signs: {
    title: 'So erkennen Sie ein zugelassenes Taxi',
    basic: {
      title: 'Gewöhnliches Taxi',
      line: 'Schwarz mit gelbem Dach. Orangefarbenes Kennzeichen mit schwarzer Schrift, sichtbares Taxameter, Tarif an der Windschutzscheibe.',
    },
    tourism: {
      title: 'Touristentaxi',
      line: 'Orangefarbenes Kennzeichen mit weißer Schrift. Der Preis hängt vom Ziel ab und wird vor der Abfahrt vereinbart.',
    },
    counter: {
      title: 'Am Flughafen Santiago',
      line: 'Taxis bucht man vor dem Hinausgehen an den offiziellen Schaltern im Terminal. Dort erfahren Sie den Preis.',
    },
    booked: {
      title: 'Mit Reservierung',
      line: 'Die Firma sagt Ihnen vorher, wer Sie mit welchem Wagen abholt. Vergleichen Sie Name und Kennzeichen.',
    },
  },
  refuse: {
    title: 'Was Sie ablehnen sollten',
    hall: 'Fahrten, die man Ihnen in der Ankunftshalle oder an der Tür anbietet, auch von Leuten mit Uniform oder Ausweis.',
    otherVehicle:
      'Wenn es heißt, Ihr Transfer komme nicht, und man Sie zu einem anderen Wagen führt. Rufen Sie die Firma selbst an.',
    noPrice: 'Losfahren, ohne den Preis zu kennen, oder mit ausgeschaltetem oder verdecktem Taxameter.',
    extras: 'Kosten, die vor der Abfahrt niemand genannt hat, etwa Maut oder eine andere Strecke.',
    card: 'Mit Karte zahlen, ohne hinzusehen. Prüfen Sie Betrag und Nullen am Gerät, bevor Sie die PIN eingeben.',
  },
  law: 'Seit Ende 2025 wird an chilenischen Flughäfen bestraft, wer illegale Fahrten anbietet, und auch, wer sie wissentlich nutzt.',
  trouble:
    'Geht etwas schief, notieren Sie das Kennzeichen. Bei Gefahr rufen Sie die Polizei: 133. Beschwerden nimmt das Verkehrsministerium entgegen.',
  note: 'Dies sind allgemeine Hinweise, die sich ändern können. Das letzte Wort haben der offizielle Schalter am Flughafen und das Verkehrsministerium.',
};
