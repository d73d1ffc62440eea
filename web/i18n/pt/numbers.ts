import type { numbers as spanish } from '../es/numbers.ts';

export const numbers: typeof spanish = {
  phone: {
    understood: (number) => `Entendido como ${number}.`,
    whatsapp: (number) => `O WhatsApp será aberto com ${number}.`,
    abroad: (number) => `${number}, fora do Chile`,
    try: 'Testar',
    opensNewTab: '(abre outra aba)',
    asWritten: (number) => `Será salvo como está: ${number}.`,
    use: (number) => `Usar ${number}`,
    doubts: {
      characters: 'Digite só o número, com algarismos de 0 a 9.',
      short: 'Faltam dígitos: um celular chileno tem 9 e começa com 9, como 9 8765 4321.',
      long: 'Há dígitos demais: um número chileno tem 9 depois de +56.',
      area: 'Nenhum número chileno começa assim: um celular começa com 9; um fixo, com o código da região, como 2 ou 32.',
      country: 'Depois do + vem o código do país. O do Chile é 56: +56 9 8765 4321.',
      abroad: 'Há dígitos demais para um número chileno. Se for de outro país, digite + e o código do país.',
    },
  },
  plate: {
    understood: (plate) => `Entendida como ${plate}.`,
    other: (plate) => `Será salva como ${plate}. As placas chilenas são como BBBB12 ou BB1234.`,
  },
  rut: {
    understood: (rut) => `Entendido como ${rut}.`,
    doubts: {
      form: 'Digite o RUT com o dígito verificador, como 76.543.210-3.',
      check_digit: 'O dígito verificador não confere: revise o RUT.',
    },
  },
};
