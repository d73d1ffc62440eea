/** Colours of cars, by the word of the company without accents and capital letters. */
export const colours = {
  blanco: 'blanco',
  negro: 'negro',
  gris: 'gris',
  plata: 'plata',
  plateado: 'plateado',
  rojo: 'rojo',
  azul: 'azul',
  verde: 'verde',
  amarillo: 'amarillo',
  cafe: 'café',
  beige: 'beige',
  dorado: 'dorado',
  naranja: 'naranja',
  burdeos: 'burdeos',
};
