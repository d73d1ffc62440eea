import type { colours as es } from '../es/colours.ts';

export const colours: typeof es = {
  blanco: 'white',
  negro: 'black',
  gris: 'grey',
  plata: 'silver',
  plateado: 'silver',
  rojo: 'red',
  azul: 'blue',
  verde: 'green',
  amarillo: 'yellow',
  cafe: 'brown',
  beige: 'beige',
  dorado: 'gold',
  naranja: 'orange',
  burdeos: 'burgundy',
};
