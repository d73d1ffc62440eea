import { plural } from '../../../../shared/plural.ts';

/** Requests about personal data and breaches in the administration panel, and the texts that go to people. */
export const rights = {
  views: 'Solicitudes y vulneraciones',
  requests: 'Solicitudes',
  breaches: 'Vulneraciones',
  kinds: {
    access: 'Acceso',
    rectification: 'Rectificación',
    erasure: 'Supresión',
    objection: 'Oposición',
    portability: 'Portabilidad',
    blocking: 'Bloqueo',
  },
  persons: { passenger: 'Pasajero', driver: 'Conductor', other: 'Otra persona' },
  channels: { page: 'Por la página', spoken: 'De palabra', paper: 'En papel' },
  states: { open: 'Abierta', closed: 'Cerrada' },
  outcomes: {
    granted: 'Aceptada',
    partly: 'Aceptada en parte',
    refused: 'Rechazada',
    unconfirmed: 'Sin confirmar',
  },
  caption: 'Solicitudes sobre datos personales, las abiertas primero',
  search: 'Buscar por número, nombre o texto',
  state: 'Estado',
  kind: 'Derecho',
  all: 'Todos',
  request: 'Solicitud',
  person: 'Persona',
  channel: 'Llegó',
  received: 'Recibida',
  due: 'Responder hasta',
  language: 'Idioma',
  email: 'Correo',
  phone: 'Teléfono',
  identity: 'Identidad',
  confirmed: 'Confirmada',
  notConfirmed: 'Sin confirmar',
  extension: 'Ampliación',
  body: 'Qué pide',
  gone: 'Esta solicitud ya no existe.',
  timeline: 'Historia de la solicitud',
  nothing: 'Ninguna solicitud con estos filtros',
  clearFilters: 'Quitar los filtros',
  empty: 'Nadie ha pedido nada',
  emptyHint:
    'Aquí llegan las solicitudes de pasajeros y conductores sobre sus datos personales (página /rights), con los días que quedan para responder según la Ley 21.719.',
  open: (number: string) => `Abrir la solicitud ${number}`,
  /** @param days until the deadline; negative after it. `shown` is their number without the sign. */
  daysLeft: (days: number, shown: string) => {
    if (days === 0) return 'responder hoy';
    if (days > 0) return plural('es', days, { one: `queda ${shown} día`, other: `quedan ${shown} días` });
    return plural('es', -days, { one: `${shown} día de atraso`, other: `${shown} días de atraso` });
  },
  add: 'Ingresar solicitud',
  form: {
    title: 'Ingresar una solicitud',
    name: 'Nombre de la persona',
    received: 'Día en que llegó',
    contact: 'Correo o teléfono (opcional)',
    contactInvalid: 'Escribe un correo o un teléfono completo, o déjalo vacío.',
    identified: 'Vi su cédula o sé quién es',
    saved: 'Se ingresó la solicitud.',
  },
  events: {
    filed: 'Ingresada por la empresa',
    confirmed: 'La persona confirmó su contacto',
    identified: 'La empresa comprobó la identidad',
    link: 'Se creó un enlace para confirmar',
    account: 'Se eligió la cuenta de la persona',
    downloaded: 'Se descargó el archivo de sus datos',
    extended: 'Se amplió el plazo 30 días',
    replied: 'Se respondió sin cerrar',
    granted: 'Cerrada: aceptada',
    partly: 'Cerrada: aceptada en parte',
    refused: 'Cerrada: rechazada',
    unconfirmed: 'Cerrada: sin confirmar',
  },
  entries: { reply: 'Respuesta', note: 'Lo que se hizo' },
  noteHint: 'Anota lo que hiciste. Solo la ven los administradores.',
  onPage: 'La respuesta aparece siempre en la página de la solicitud.',
  replied: (number: string) => `Se respondió la solicitud ${number}.`,
  result: 'Resultado',
  results: {
    ask: 'Sin cerrar: pedir más datos',
    granted: 'Cerrar: aceptada',
    partly: 'Cerrar: aceptada en parte',
    refused: 'Cerrar: rechazada',
    unconfirmed: 'Cerrar: sin confirmar',
  },
  confirm: {
    link: 'Crear enlace para confirmar',
    linkHint: 'Envíalo solo al contacto de la solicitud. Quien lo abre y presiona el botón queda confirmado.',
    made: 'Enlace para confirmar',
    whatsapp: 'Enviar por WhatsApp',
    text: (number: string, link: string) =>
      `Recibimos su solicitud ${number} sobre datos personales. Confirme aquí que es usted: ${link}`,
    identified: 'Comprobé quién es',
    done: 'Se anotó que la identidad está comprobada.',
  },
  account: {
    choose: 'Es este conductor',
    none: 'Ese conductor no tiene cuenta.',
    saved: 'Se eligió la cuenta.',
    download: 'Descargar sus datos',
    hint: 'Un archivo JSON con todo lo que hay sobre la persona. Entrégaselo por un medio seguro.',
    first: 'Confirma primero quién es la persona.',
    passenger: 'Buscar sus casos',
  },
  extend: {
    button: 'Ampliar el plazo',
    title: 'Ampliar el plazo 30 días',
    text: 'La ley lo permite una sola vez. La persona lee el motivo en la página de su solicitud.',
    reason: 'Motivo',
    saved: 'Se amplió el plazo.',
    refused: 'El plazo ya venció o ya se amplió.',
  },
  templates: {
    ask: (number: string) =>
      `Para responder su solicitud ${number} necesitamos más datos: el día y la hora del viaje, o el número de su caso. Si aún no lo hace, confirme que es usted con el enlace que le enviamos.`,
    granted: {
      access: (number: string) =>
        `Solicitud ${number}: estos son los datos suyos que tenemos, para qué los usamos, de dónde vienen, a quién los entregamos y hasta cuándo los guardamos:`,
      rectification: (number: string) =>
        `Solicitud ${number}: corregimos sus datos como nos pidió y avisamos a quienes los habían recibido.`,
      erasure: (number: string) =>
        `Solicitud ${number}: borramos sus datos. En los respaldos desaparecen cuando estos vencen.`,
      objection: (number: string) => `Solicitud ${number}: dejamos de usar sus datos para lo que nos indicó.`,
      portability: (number: string) =>
        `Solicitud ${number}: preparamos sus datos en un archivo que otros sistemas pueden leer y se lo entregamos por este medio.`,
      blocking: (number: string) =>
        `Solicitud ${number}: suspendimos el uso de sus datos mientras resolvemos. No los borramos ni los usamos.`,
    },
    partly: (number: string) =>
      `Solicitud ${number}: la aceptamos en parte. Hicimos lo siguiente:\n\nNo podemos hacer lo demás porque:\n\nSi no está de acuerdo, puede reclamar ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles.`,
    refused: (number: string) =>
      `Solicitud ${number}: no podemos aceptarla. El motivo legal es:\n\nSi no está de acuerdo, puede reclamar ante la Agencia de Protección de Datos Personales dentro de 30 días hábiles.`,
    unconfirmed: (number: string) =>
      `Solicitud ${number}: la cerramos porque no pudimos comprobar que usted es la persona de los datos. Puede pedirlo de nuevo cuando quiera.`,
  },
  breach: {
    add: 'Registrar vulneración',
    title: 'Vulneración de seguridad',
    caption: 'Vulneraciones de seguridad, lo más nuevo primero',
    search: 'Buscar por hecho o datos',
    empty: 'Ninguna vulneración registrada',
    emptyHint:
      'Anota aquí cada pérdida, filtración o acceso indebido a datos personales, aunque sea pequeño: la Ley 21.719 pide este registro.',
    happened: 'Ocurrió el',
    known: 'Se supo',
    knownOn: 'Se supo el',
    what: 'Qué pasó',
    data: 'Qué datos',
    dataHint: 'Por ejemplo: nombre, teléfono, licencia. Di si hay datos sensibles, de niños o de tarjetas.',
    people: 'Cuántas personas',
    peopleHint: 'Déjalo vacío si aún no se sabe.',
    consequences: 'Consecuencias posibles',
    measures: 'Medidas tomadas',
    agency: 'Aviso a la Agencia',
    agencyOn: 'Se avisó a la Agencia el',
    persons: 'Aviso a las personas',
    personsOn: 'Se avisó a las personas el',
    told: (day: string) => `Avisada el ${day}`,
    notTold: 'Sin avisar',
    unknown: 'no se sabe aún',
    peopleInvalid: 'Escribe un número entero.',
    saved: 'Se guardó la vulneración.',
    edit: (what: string) => `Editar la vulneración «${what}»`,
    notice: (what: string) => `Avisos sobre «${what}»`,
    notices: 'Avisos',
    toAgency: 'A la Agencia',
    toPeople: 'A las personas',
    copy: 'Copiar',
    copied: 'Se copió el aviso.',
    print: 'Imprimir',
    lawHint:
      'Avisa a la Agencia sin demora. A las personas, si son datos sensibles, de menores de 14 años, o de dinero y deudas.',
  },
  /** The notice to the people concerned. */
  peopleNotice: (fact: {
    readonly company: string;
    readonly happened: string;
    readonly what: string;
    readonly data: string;
    readonly consequences: string;
    readonly measures: string;
    readonly contact: string;
  }) => `Aviso sobre sus datos personales

El ${fact.happened} ocurrió lo siguiente: ${fact.what}

Datos: ${fact.data}
Consecuencias posibles: ${fact.consequences}
Qué hicimos: ${fact.measures}

Si algo le llama la atención, escríbanos: ${fact.contact}

${fact.company}`,
};
