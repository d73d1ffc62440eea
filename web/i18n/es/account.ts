/** The own account: password, e-mail, other devices, and the way back in with a mail. */
export const account = {
  registration: { codeHint: 'Te lo da tu empresa. Si no lo tienes, pídeselo.' },
  currentPassword: 'Contraseña actual',
  strength: {
    short: (length: number) => `Al menos ${length} caracteres. Una frase corta es fácil de recordar.`,
    common: 'Es fácil de adivinar. Agrega una palabra más.',
    enough: 'Tiene buen largo.',
  },
  photo: {
    title: 'Foto',
    intro: 'Tus pasajeros ven esta foto.',
    action: 'Guardar foto',
    done: 'Foto cambiada: tus pasajeros ya la ven.',
    received: 'Recibimos tu foto.',
    pending: 'Foto nueva',
    pendingText: 'Espera la aprobación de la empresa. Mientras tanto, tus pasajeros ven la anterior.',
  },
  password: {
    title: 'Contraseña',
    label: 'Nueva contraseña',
    action: 'Cambiar contraseña',
    done: 'Contraseña cambiada. Se cerró la sesión en los otros dispositivos.',
  },
  email: {
    title: 'Correo',
    intro: (email: string) => `Ahora entras con ${email}.`,
    label: 'Nuevo correo',
    action: 'Cambiar correo',
    done: 'Correo cambiado. Úsalo la próxima vez que inicies sesión.',
    waiting: (email: string) =>
      `Para terminar, abre el enlace que enviamos a ${email}. Si también llegó uno a tu correo actual, ábrelo igual.`,
    waitingStored: (email: string) =>
      `Este servidor no envía correos: el enlace para ${email} quedó en el servidor de tu empresa. Pídelo ahí.`,
  },
  devices: {
    title: 'Otros dispositivos',
    intro: 'Si perdiste o prestaste un dispositivo, cierra la sesión allí. Aquí sigues conectado.',
    action: 'Cerrar sesión en los otros',
    done: 'Solo queda abierta la sesión de este dispositivo.',
  },
  data: {
    title: 'Tus datos',
    intro:
      'Descarga en un archivo todo lo que guardamos de ti: tu ficha, tu cuenta, tus sesiones y tus calificaciones.',
    action: 'Descargar mis datos',
    done: 'Listo: el archivo está en tus descargas.',
  },
  deletion: {
    title: 'Eliminar mi cuenta',
    intro:
      'Se borran tu cuenta, tu ficha, tus fotos y tus sesiones. Tus calificaciones quedan, sin tu nombre. No se puede deshacer.',
    label: 'Escribe ELIMINAR para confirmar',
    word: 'ELIMINAR',
    action: 'Eliminar mi cuenta para siempre',
    wrong: 'Para confirmar, escribe la palabra tal cual.',
  },
  gate: {
    intro: 'Solo para el conductor. Escribe tu contraseña.',
    action: 'Continuar',
    forgot: 'No sé mi contraseña: enviarme un enlace',
    sent: 'Te enviamos un correo con un enlace para elegir una contraseña nueva.',
  },
  forgot: {
    title: 'Recuperar contraseña',
    intro: 'Escribe el correo con el que te registraste y te enviaremos un enlace.',
    action: 'Enviar enlace',
    sent: 'Si hay una cuenta con ese correo, te llegará un enlace para elegir una contraseña nueva. Revisa también el correo no deseado.',
    introStored:
      'Escribe el correo con el que te registraste y se preparará un enlace. O pide la contraseña a tu empresa: este servidor no envía correos.',
    stored:
      'Si hay una cuenta con ese correo, el enlace quedó en el servidor de tu empresa. Pídelo ahí, o pide una contraseña nueva.',
    back: 'Volver a iniciar sesión',
  },
  recovery: {
    title: 'Nueva contraseña',
    intro: 'Elige una contraseña nueva para',
    action: 'Guardar y entrar',
    cancel: 'Ahora no: cerrar sesión',
  },
  link: {
    expired: 'Este enlace ya se usó o venció. Pide uno nuevo.',
    otherDevice: 'Abre el enlace en el mismo navegador en que lo pediste, o pide uno nuevo aquí.',
    failed: 'El enlace no funcionó. Pide uno nuevo.',
    question: '¿Entrar con este enlace?',
    account: 'El enlace es de la cuenta',
    warning: 'Continúa solo si pediste ese correo y la cuenta es tuya.',
    accept: 'Continuar',
    decline: 'No, cancelar',
    otherAccount:
      'Este enlace es de otra cuenta. Para usarlo, cierra primero la sesión y pide un enlace nuevo.',
    again: 'Pedir un enlace nuevo',
    half: 'Confirmado. Ahora abre el enlace que enviamos al otro correo.',
    emailChanged: (email: string) => `Correo cambiado. Desde ahora entras con ${email}.`,
  },
  provider: {
    continueWith: (service: string) => `Continuar con ${service}`,
    refused: 'Cancelaste el ingreso. Puedes volver a intentar.',
    unverified: 'Ese servicio no ha confirmado tu correo. Confírmalo allí y vuelve a intentar.',
    failed: 'No se pudo entrar con ese servicio. Vuelve a intentar.',
  },
};
