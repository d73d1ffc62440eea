/** The privacy policy that drivers accept: at their registration, and again when it changes. */
export const policy = {
  changedTitle: 'Cambió la política de privacidad',
  changedIntro: (day: string) => `Antes de comenzar tu turno, lee la versión del ${day}.`,
  accept: 'Acepto la política',
  proof: 'Esta tableta se preparó con un enlace: escribe la contraseña de tu cuenta para aceptar.',
  later: 'Ahora no',
  otherwise: 'Si no la aceptas, cierra la sesión y habla con la empresa.',
  consent: (version: number) =>
    `Al enviar estos datos aceptas la política de privacidad, versión ${version}.`,
  read: 'Leer la política',
  rights: 'Consulta, corrige o borra tus datos',
};
