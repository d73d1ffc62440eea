import type { numbers as spanish } from '../es/numbers.ts';

export const numbers: typeof spanish = {
  phone: {
    understood: (number) => `Compris : ${number}.`,
    whatsapp: (number) => `WhatsApp s’ouvrira avec le ${number}.`,
    abroad: (number) => `${number}, hors du Chili`,
    try: 'Essayer',
    opensNewTab: '(ouvre un nouvel onglet)',
    asWritten: (number) => `Enregistré tel quel : ${number}.`,
    use: (number) => `Utiliser ${number}`,
    doubts: {
      characters: 'Saisissez seulement le numéro, avec les chiffres de 0 à 9.',
      short: 'Il manque des chiffres : un mobile chilien en a 9 et commence par 9, comme 9 8765 4321.',
      long: 'Trop de chiffres : un numéro chilien en a 9 après +56.',
      area: 'Aucun numéro chilien ne commence ainsi : un mobile commence par 9, un fixe par l’indicatif de sa zone, comme 2 ou 32.',
      country: 'Après le + vient l’indicatif du pays. Celui du Chili est 56 : +56 9 8765 4321.',
      abroad:
        'Trop de chiffres pour un numéro chilien. S’il vient d’un autre pays, saisissez + et l’indicatif du pays.',
    },
  },
  plate: {
    understood: (plate) => `Compris : ${plate}.`,
    other: (plate) =>
      `Enregistrée telle quelle : ${plate}. Les plaques chiliennes ressemblent à BBBB12 ou BB1234.`,
  },
  rut: {
    understood: (rut) => `Compris : ${rut}.`,
    doubts: {
      form: 'Saisissez le RUT avec sa clé de contrôle, comme 76.543.210-3.',
      check_digit: 'La clé de contrôle ne correspond pas : vérifiez le RUT.',
    },
  },
};
