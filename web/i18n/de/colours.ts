import type { colours as es } from '../es/colours.ts';

export const colours: typeof es = {
  blanco: 'weiß',
  negro: 'schwarz',
  gris: 'grau',
  plata: 'silber',
  plateado: 'silber',
  rojo: 'rot',
  azul: 'blau',
  verde: 'grün',
  amarillo: 'gelb',
  cafe: 'braun',
  beige: 'beige',
  dorado: 'gold',
  naranja: 'orange',
  burdeos: 'weinrot',
};
