import { plural } from '../../../shared/plural.ts';

/** The screen in the passenger's hands: what it looks like, when nobody is there, and what is the driver's alone. */
export const kiosk = {
  countdown: {
    title: '¿Sigues ahí?',
    text: 'La pantalla vuelve al inicio para el próximo pasajero.',
    seconds: (seconds: number) =>
      plural('es', seconds, { one: `${seconds} segundo`, other: `${seconds} segundos` }),
    stay: 'Seguir aquí',
  },
  display: {
    theme: 'Luz de la pantalla',
    auto: 'Automática',
    light: 'Clara',
    dark: 'Oscura',
    autoHint: 'Automática: oscura de noche, o si el dispositivo está en modo oscuro.',
    textSize: 'Tamaño del texto',
    sizes: { normal: 'Normal', large: 'Grande', larger: 'Muy grande' },
    enterFullScreen: 'Pantalla completa',
    leaveFullScreen: 'Salir de pantalla completa',
  },
  driver: {
    intro: 'Solo para el conductor, con el auto detenido.',
    clockAhead: (time: string) =>
      `El reloj de este dispositivo está adelantado: ${time}. Ponlo en hora en los ajustes del dispositivo.`,
    clockBehind: (time: string) =>
      `El reloj de este dispositivo está atrasado: ${time}. Ponlo en hora en los ajustes del dispositivo.`,
    codes: 'WhatsApp y mapas como código QR',
    codesLine: 'Los pasajeros los abren en su propio teléfono',
    noWhatsapp:
      'Falta el número de WhatsApp de la empresa: los pasajeros no ven el código para reservar. Avísale a la administración.',
    help: 'Ayuda: llamar a la empresa',
    call: 'Llamar',
    helpMessage: 'Hola, soy conductor y necesito ayuda.',
    back: 'Volver',
    signOutTitle: '¿Cerrar la sesión?',
    signOutText: 'Esta pantalla dejará de mostrarse hasta que el conductor vuelva a iniciar sesión.',
  },
  pin: {
    menu: 'PIN del conductor',
    setUp: 'Protege este menú de los pasajeros',
    setUpReason: 'Para poner un PIN, escribe la contraseña de tu cuenta.',
    active: 'Activo',
    enter: 'Escribe tu PIN',
    label: 'PIN',
    erase: 'Borrar el último número',
    confirm: 'Continuar',
    wrong: 'PIN incorrecto.',
    wait: (time: string) => `Demasiados intentos. Espera ${time}.`,
    forgot: 'Olvidé el PIN: usar mi contraseña',
    choose: 'Elige un PIN de 4 a 8 números',
    repeat: 'Escríbelo otra vez',
    different: 'No coinciden. Elige el PIN de nuevo.',
    guessable: 'Ese PIN es fácil de adivinar. Elige otro.',
    saved: 'PIN guardado. Lo pedirá este menú.',
    removed: 'PIN quitado.',
    change: 'Cambiar el PIN',
    remove: 'Quitar el PIN',
    explanation: 'El PIN queda solo en este dispositivo y se borra al cerrar la sesión.',
    insecure:
      'Aquí no se puede usar un PIN: esta dirección no es segura. Pide al operador que la publique con https.',
  },
  map: {
    title: 'Escanéalo con tu teléfono',
    qr: 'Código QR del mapa',
    text: 'Se abre en la app de mapas de tu teléfono.',
    locating: 'Buscando dónde estamos…',
  },
};
