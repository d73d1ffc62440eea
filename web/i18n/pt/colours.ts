import type { colours as es } from '../es/colours.ts';

export const colours: typeof es = {
  blanco: 'branco',
  negro: 'preto',
  gris: 'cinza',
  plata: 'prata',
  plateado: 'prata',
  rojo: 'vermelho',
  azul: 'azul',
  verde: 'verde',
  amarillo: 'amarelo',
  cafe: 'marrom',
  beige: 'bege',
  dorado: 'dourado',
  naranja: 'laranja',
  burdeos: 'vinho',
};
