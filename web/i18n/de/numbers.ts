import type { numbers as spanish } from '../es/numbers.ts';

export const numbers: typeof spanish = {
  phone: {
    understood: (number) => `Verstanden als ${number}.`,
    whatsapp: (number) => `WhatsApp öffnet sich mit ${number}.`,
    abroad: (number) => `${number}, außerhalb von Chile`,
    try: 'Ausprobieren',
    opensNewTab: '(öffnet einen neuen Tab)',
    asWritten: (number) => `Wird so gespeichert: ${number}.`,
    use: (number) => `${number} verwenden`,
    doubts: {
      characters: 'Geben Sie nur die Nummer ein, mit den Ziffern 0 bis 9.',
      short: 'Es fehlen Ziffern: Eine chilenische Handynummer hat 9 und beginnt mit 9, etwa 9 8765 4321.',
      long: 'Zu viele Ziffern: Eine chilenische Nummer hat 9 nach +56.',
      area: 'So beginnt keine chilenische Nummer: Handynummern beginnen mit 9, Festnetznummern mit ihrer Vorwahl, etwa 2 oder 32.',
      country: 'Nach dem + steht die Landesvorwahl. Die von Chile ist 56: +56 9 8765 4321.',
      abroad:
        'Zu viele Ziffern für eine chilenische Nummer. Bei einer Nummer aus einem anderen Land geben Sie + und die Landesvorwahl ein.',
    },
  },
  plate: {
    understood: (plate) => `Verstanden als ${plate}.`,
    other: (plate) =>
      `Wird als ${plate} gespeichert. Chilenische Kennzeichen sehen aus wie BBBB12 oder BB1234.`,
  },
  rut: {
    understood: (rut) => `Verstanden als ${rut}.`,
    doubts: {
      form: 'Geben Sie die RUT mit Prüfziffer ein, etwa 76.543.210-3.',
      check_digit: 'Die Prüfziffer stimmt nicht: Prüfen Sie die RUT.',
    },
  },
};
