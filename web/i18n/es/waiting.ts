/** The screen of a driver whom the company has not approved yet. */
export const waiting = {
  title: 'Tu registro está en revisión',
  text: 'La empresa todavía no aprueba tu ficha. Cuando lo haga, esta pantalla se abre sola.',
  contact: 'Si tienes dudas, comunícate con la empresa.',
  check: 'Revisar ahora',
  still: 'Aún en revisión.',
};
