/** New drivers in the administration panel: invitations, and the links that are sent. `day` and counts are already written. */
export const newDrivers = {
  add: 'Agregar conductor',
  intro: 'Recibe un enlace de un solo uso: elige su contraseña y su foto, y queda activo.',
  codeHint: 'Es el siguiente código libre. Puedes cambiarlo.',
  vehicle: 'Patente del auto (opcional)',
  vehicleHint: 'Podrá tomarlo al empezar su turno.',
  plateHint: 'Los pasajeros la ven en la pantalla.',
  noVehicle: 'No hay un auto con esa patente.',
  create: 'Crear invitación',
  mailSubject: (company: string) => `Invitación de ${company}`,
  link: {
    title: (name: string) => `Invitación para ${name}`,
    once: (day: string) =>
      `Envíale este enlace ahora: no se volverá a mostrar. Sirve una sola vez, hasta el ${day}.`,
    message: (name: string, company: string, address: string) =>
      `Hola, ${name}: ${company} te invita como conductor. Abre este enlace en tu teléfono para elegir tu contraseña y tu foto. Es solo para ti y dura siete días: ${address}`,
    whatsapp: 'Enviar por WhatsApp',
    noWhatsapp: 'WhatsApp no reconoce su teléfono. Copia el enlace, o muestra el código.',
    mail: 'Enviar por correo',
    mailHint: 'El correo se abre en tu propio programa: el servidor no envía ni guarda este enlace.',
    copy: 'Copiar',
    copied: 'Copiado',
    showQr: 'Código QR',
    qr: 'Código QR de la invitación',
  },
  links: {
    title: 'Enlaces para enviar',
    text: (day: string) =>
      `Envía cada enlace a su conductor ahora: no se volverán a mostrar. Cada uno sirve una vez, hasta el ${day}.`,
    opened: 'Abierto en WhatsApp',
    copyOf: (name: string) => `Copiar el enlace de ${name}`,
  },
  state: {
    since: (day: string) => `Invitado el ${day}`,
    until: (day: string) => `el enlace vale hasta el ${day}`,
    gone: 'el enlace ya no sirve',
  },
  resend: 'Reenviar',
  resendTo: (name: string) => `Reenviar la invitación a ${name}`,
  resendText: 'Se crea un enlace nuevo, y el anterior deja de servir.',
  renew: 'Crear enlace nuevo',
  withdraw: 'Retirar el enlace',
  withdrawn: (name: string) => `El enlace de ${name} ya no sirve.`,
  file: {
    open: 'Importar CSV',
    title: 'Importar conductores',
    hint: 'Con las columnas nombre; teléfono; código; patente. Un código nuevo recibe una invitación, y su patente, que puede faltar, es la del auto de la empresa. La de quien ya está es la propia.',
    templateName: 'conductores.csv',
    problems: {
      waiting: 'es de una persona por aprobar; decídelo en su página, un archivo no la cambia',
      left: 'es de una persona que dejó la empresa; un archivo no la cambia',
      vehicle_not_found: 'no hay un auto con esa patente',
    },
  },
};
