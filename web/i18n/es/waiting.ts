/** What a driver sees until the company has approved them. */
export const waiting = {
  title: 'Tu registro está en revisión',
  text: 'La empresa todavía no aprueba tu ficha. Cuando lo haga, esta pantalla se abre sola.',
  contact: 'Si tienes dudas, comunícate con la empresa.',
  check: 'Revisar ahora',
  still: 'Aún en revisión.',
};
