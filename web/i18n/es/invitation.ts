/** The page on which an invited driver accepts. */
export const invitation = {
  title: 'Invitación',
  from: (company: string) => `${company} te invita como conductor`,
  intro: 'Elige el correo y la contraseña con que vas a entrar, y la foto que verán los pasajeros.',
  introSignedIn: 'Ya tienes una cuenta. Elige la foto que verán los pasajeros.',
  accept: 'Aceptar y entrar',
  leave: 'Volver',
  noToken: 'Este enlace está incompleto. Ábrelo otra vez desde el mensaje de tu empresa.',
  inUse:
    'En este dispositivo ya hay una sesión abierta. Ciérrala primero, o abre la invitación en tu teléfono.',
  used: 'Esta invitación ya se usó. Si fuiste tú, inicia sesión con tu correo y tu contraseña.',
  withdrawn: 'Tu empresa retiró este enlace o te envió uno más nuevo. Usa el último, o pídele otro.',
  expired: 'Este enlace no es válido o ya venció: dura siete días. Pide otro a tu empresa.',
  accountInUse: 'Ese correo ya tiene una cuenta en uso. Elige otro.',
  emailTaken:
    'Ese correo ya tiene una cuenta con otra contraseña. Escribe esa contraseña, o usa otro correo.',
  thenOpenAgain: 'Después abre otra vez este enlace.',
};
