import { plural } from '../../../shared/plural.ts';

/** The way from the screen in the vehicle to the passenger's own phone (`vehicle`), and the public pages there. */
export const publicPages = {
  vehicle: {
    helpTitle: '¿Perdiste algo o quieres reclamar?',
    helpText:
      'Escanéalo y escríbenos desde tu teléfono: objeto perdido, reclamo o comprobante. Recibes un número.',
    helpQr: 'Código QR de la página para objetos perdidos, reclamos y comprobantes',
    driverText:
      'Escanéalo: tu teléfono muestra la foto, el nombre y la patente. Envíaselos a quien te espera.',
    driverQr: 'Código QR de la página que comprueba quién conduce',
    guideTitle: 'La guía en tu teléfono',
    guideText: 'Tours, lugares, precios y WhatsApp en español. Ábrela una vez y funciona también sin señal.',
    guideQr: 'Código QR de la guía de viaje',
    rateTitle: 'O califica desde tu teléfono',
    rateText: 'Escanéalo. Sirve para una calificación, durante 30 minutos.',
    rateQr: 'Código QR para calificar desde tu teléfono',
    rateOffline: 'Para calificar desde tu teléfono hace falta señal. Aquí puedes calificar igual.',
    rateBusy: (minutes: number) =>
      `Alguien calificó hace un momento. El código para tu teléfono llega en ${minutes} min; aquí puedes calificar ya.`,
    rateUnavailable: 'Por ahora no hay código para calificar desde tu teléfono.',
  },
  page: {
    book: 'Reservar con día, vuelo y precio',
    help: 'Objeto perdido, reclamo o comprobante',
    whatsapp: 'Escríbenos por WhatsApp',
    message: 'Hola, quiero reservar un traslado.',
    guide: 'Ver la guía de viaje',
    offline: 'No hay conexión. Revisa tu internet. Si funciona, vuelve a intentar en unos minutos.',
    failed: 'No pudimos cargar esta página.',
  },
  /** On the sign-in screen, and at an unknown address. */
  passenger: {
    question: '¿Eres pasajero?',
    guide: 'Guía de viaje',
    book: 'Reservar',
    help: 'Ayuda',
    unknown: 'Esta dirección no existe',
  },
  verify: {
    title: 'Quién conduce',
    authorised: 'Autorizado hoy',
    unverified: 'Registrado; la empresa aún no lo verifica',
    compare: 'Compara la foto y la patente con el auto antes de subir.',
    share: 'Enviar a alguien',
    shareText: (name: string, plate: string | null) =>
      `Viajo con ${plate ? `${name}, patente ${plate}` : name}. Compruébalo aquí:`,
    copied: 'Enlace copiado. Pégalo en un mensaje.',
    copyThis: 'Copia este enlace:',
    unknownTitle: 'No conocemos este código',
    unknownText:
      'No corresponde a ningún conductor autorizado hoy. No subas al auto antes de hablar con nosotros.',
  },
  rate: {
    title: 'Califica tu viaje',
    question: (name: string) => `¿Cómo fue tu viaje con ${name}?`,
    hint: 'Toca una estrella. Tienes unos segundos para deshacerlo.',
    soon: 'Se envía en unos segundos.',
    undo: 'Deshacer',
    legend: 'De una a cinco estrellas',
    stars: (n: number) => plural('es', n, { one: `${n} estrella`, other: `${n} estrellas` }),
    sending: 'Enviando…',
    failed: 'Tu calificación no se envió.',
    again: 'Enviar otra vez',
    thanks: '¡Gracias!',
    thanksText: (name: string) =>
      `Guardamos tu calificación. Mañana se suma a las de ${name}, sin tu nombre. ¡Buen viaje!`,
    usedTitle: 'Este enlace ya se usó',
    usedText: 'Cada enlace sirve para una sola calificación. Gracias por la tuya.',
    expiredTitle: 'Este enlace venció',
    expiredText: 'Sirve durante 30 minutos. La pantalla del auto muestra uno nuevo.',
    invalidTitle: 'Este enlace no es válido',
    invalidText: 'Escanea otra vez el código en la pantalla del auto.',
    busyTitle: 'Demasiadas calificaciones',
    busyText:
      'Este conductor recibió muchas calificaciones en la última hora. Vuelve a intentarlo más tarde.',
  },
  guide: {
    title: 'Tu guía de viaje',
    lead: (cities: string) => `${cities} en tu bolsillo, también sin señal.`,
    contents: 'En esta guía',
    prices: 'Precios desde el aeropuerto',
    tours: 'Tours con chofer',
    places: 'Lugares que valen la pena',
    book: 'Reserva tu viaje',
    bookText: 'Escríbenos para tu próximo viaje.',
    tourMessage: (tour: string) => `Hola, me interesa el tour «${tour}».`,
    ask: 'Preguntar por este tour',
  },
};
