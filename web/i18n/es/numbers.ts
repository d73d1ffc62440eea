/** Says below a field how a telephone number, a plate or a RUT was understood, or why it was not. */
export const numbers = {
  phone: {
    understood: (number: string) => `Se entiende ${number}.`,
    whatsapp: (number: string) => `Se abrirá WhatsApp con ${number}.`,
    abroad: (number: string) => `${number}, fuera de Chile`,
    try: 'Probar',
    opensNewTab: '(abre otra pestaña)',
    asWritten: (number: string) => `Se guarda tal como está: ${number}.`,
    use: (number: string) => `Usar ${number}`,
    doubts: {
      characters: 'Escribe solo el número, con dígitos del 0 al 9.',
      short: 'Faltan dígitos: un celular chileno tiene 9 y empieza con 9, como 9 8765 4321.',
      long: 'Sobran dígitos: un número chileno tiene 9 después de +56.',
      area: 'Ningún número chileno empieza así: un celular empieza con 9; un fijo, con el código de su zona, como 2 o 32.',
      country: 'Después de + va el código del país. El de Chile es 56: +56 9 8765 4321.',
      abroad: 'Sobran dígitos para un número chileno. Si es de otro país, escribe + y el código del país.',
    },
  },
  plate: {
    understood: (plate: string) => `Se entiende ${plate}.`,
    other: (plate: string) => `Se guarda ${plate}. Las patentes chilenas son como BBBB12 o BB1234.`,
  },
  rut: {
    understood: (rut: string) => `Se entiende ${rut}.`,
    doubts: {
      form: 'Escribe el RUT con su dígito verificador, como 76.543.210-3.',
      check_digit: 'El dígito verificador no corresponde: revisa el RUT.',
    },
  },
};
