import type { MessageTexts } from './types.ts';

export const es: MessageTexts = {
  confirmation: {
    subject: ({ brand }) => `Confirma tu correo en ${brand}`,
    heading: 'Confirma tu correo',
    text: ({ brand }) => `Gracias por registrarte en ${brand}. Confirma que esta dirección es tuya.`,
    button: 'Confirmar correo',
  },
  recovery: {
    subject: ({ brand }) => `Nueva contraseña para ${brand}`,
    heading: 'Elige una contraseña nueva',
    text: ({ brand }) => `Alguien pidió cambiar la contraseña de tu cuenta en ${brand}.`,
    button: 'Elegir contraseña',
  },
  magic_link: {
    subject: ({ brand }) => `Tu enlace para entrar en ${brand}`,
    heading: 'Entra sin contraseña',
    text: ({ brand }) => `Con este enlace entras en ${brand}. Funciona una sola vez.`,
    button: 'Entrar',
  },
  invite: {
    subject: ({ brand }) => `Te invitaron a ${brand}`,
    heading: 'Tienes una invitación',
    text: ({ brand }) => `Te invitaron a crear una cuenta en ${brand}. Acepta para comenzar.`,
    button: 'Aceptar invitación',
  },
  email_change_current: {
    subject: ({ brand }) => `Cambio de correo en ${brand}`,
    heading: 'Confirma el cambio de correo',
    text: ({ address }) => `Tu cuenta usará la dirección ${address}. Confirma que pediste este cambio.`,
    button: 'Confirmar cambio',
  },
  email_change_new: {
    subject: ({ brand }) => `Confirma tu nuevo correo en ${brand}`,
    heading: 'Confirma tu nuevo correo',
    text: ({ brand }) => `Confirma que quieres usar esta dirección en ${brand}.`,
    button: 'Confirmar correo',
  },
  reauthentication: {
    subject: ({ brand }) => `Tu código de ${brand}`,
    heading: 'Confirma que eres tú',
    text: () => 'Escribe este código en la aplicación para continuar.',
  },
  password_changed: {
    subject: ({ brand }) => `Cambió tu contraseña de ${brand}`,
    heading: 'Tu contraseña cambió',
    text: ({ brand }) =>
      `La contraseña de tu cuenta en ${brand} acaba de cambiar. Si no fuiste tú, pide una nueva de inmediato y avísanos.`,
  },
  account_claimed: {
    subject: ({ brand }) => `La cuenta con tu correo en ${brand} ahora es tuya`,
    heading: 'La cuenta ahora es tuya',
    text: () =>
      'Entraste con otro servicio, que confirmó que este correo es tuyo. Nadie lo había demostrado antes, así que quitamos la contraseña, los segundos factores y las sesiones abiertas de la cuenta. Para volver a tener contraseña, pide una nueva en la pantalla de inicio de sesión.',
  },
  email_changed: {
    subject: ({ brand }) => `Cambió tu correo de ${brand}`,
    heading: 'Tu correo cambió',
    text: ({ address }) =>
      `Tu cuenta usa ahora la dirección ${address}. Si no fuiste tú, avísanos de inmediato.`,
  },
  session_ended: {
    subject: ({ brand }) => `Se cerró una sesión tuya en ${brand}`,
    heading: 'Cerramos la sesión de uno de tus dispositivos',
    text: ({ brand }) =>
      `Un dispositivo con tu sesión de ${brand} usó una clave que ya se había reemplazado. Alguien pudo haberla copiado, así que cerramos la sesión de ese dispositivo. Vuelve a iniciar sesión en él. Si no sabes por qué ocurrió, cambia tu contraseña y avísanos.`,
  },
  factor_added: {
    subject: ({ brand }) => `Tu cuenta en ${brand} tiene un segundo factor`,
    heading: 'Se agregó un segundo factor',
    text: ({ brand }) =>
      `Desde ahora, iniciar sesión en tu cuenta de ${brand} pide también un código. Si no fuiste tú, pide una nueva contraseña de inmediato y avísanos.`,
  },
  passkey_added: {
    subject: ({ brand }) => `Tu cuenta en ${brand} tiene una llave de acceso nueva`,
    heading: 'Se agregó una llave de acceso',
    text: ({ brand }) =>
      `Desde ahora se puede iniciar sesión en tu cuenta de ${brand} con la huella, el rostro o el bloqueo de pantalla de ese dispositivo. Si no fuiste tú, quita la llave en «Mi cuenta», cambia tu contraseña y avísanos.`,
  },
  code: 'O escribe este código:',
  linkHint: 'Si el botón no funciona, abre esta dirección:',
  validity: (minutes) => `Válido durante ${minutes} minutos, para un solo uso.`,
  ignore: 'Si no lo pediste tú, ignora este mensaje: no cambia nada.',
  sms: (code, brand) => `${code} es tu código de ${brand}.`,
};
