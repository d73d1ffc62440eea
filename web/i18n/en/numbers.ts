import type { numbers as spanish } from '../es/numbers.ts';

export const numbers: typeof spanish = {
  phone: {
    understood: (number) => `Recognised as ${number}.`,
    whatsapp: (number) => `WhatsApp will open with ${number}.`,
    abroad: (number) => `${number}, outside Chile`,
    try: 'Try it',
    opensNewTab: '(opens another tab)',
    asWritten: (number) => `Stored as written: ${number}.`,
    use: (number) => `Use ${number}`,
    doubts: {
      characters: 'Enter the number only, with the digits 0 to 9.',
      short: 'Digits are missing: a Chilean mobile has 9 and begins with 9, such as 9 8765 4321.',
      long: 'Too many digits: a Chilean number has 9 after +56.',
      area: 'No Chilean number begins like this: a mobile begins with 9, a landline with its area code, such as 2 or 32.',
      country: 'The country code follows the +. Chile’s is 56: +56 9 8765 4321.',
      abroad:
        'Too many digits for a Chilean number. If it is from another country, enter + and the country code.',
    },
  },
  plate: {
    understood: (plate) => `Recognised as ${plate}.`,
    other: (plate) => `Stored as ${plate}. Chilean plates look like BBBB12 or BB1234.`,
  },
  rut: {
    understood: (rut) => `Recognised as ${rut}.`,
    doubts: {
      form: 'Enter the RUT with its check digit, such as 76.543.210-3.',
      check_digit: 'The check digit does not match: check the RUT.',
    },
  },
};
