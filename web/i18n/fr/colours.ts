import type { colours as es } from '../es/colours.ts';

export const colours: typeof es = {
  blanco: 'blanc',
  negro: 'noir',
  gris: 'gris',
  plata: 'argent',
  plateado: 'argent',
  rojo: 'rouge',
  azul: 'bleu',
  verde: 'vert',
  amarillo: 'jaune',
  cafe: 'marron',
  beige: 'beige',
  dorado: 'doré',
  naranja: 'orange',
  burdeos: 'bordeaux',
};
