/** Texts of printed cards and of receipts, on paper and on the passenger’s phone. `day` is already written. */
export const cards = {
  folio: (folio: string) => `Folio ${folio}`,
  /** Names a code for screen readers. */
  qr: (text: string) => `Código QR: ${text}`,
  credential: {
    title: 'Credencial de conductor',
    licence: 'Licencia clase',
    plate: 'Patente',
    photo: 'Foto',
    issued: (day: string) => `Emitida el ${day}`,
    signature: 'Firma del responsable',
    lost: (owner: string) =>
      `Esta credencial es intransferible y en caso de extravío deberá ser devuelta a ${owner}`,
  },
  welcome: 'Bienvenido a bordo',
  codes: {
    verify: 'Comprueba quién conduce',
    rate: 'Califica el viaje',
    guide: 'Guía de viaje',
    help: 'Objeto perdido o reclamo',
    whatsapp: 'Reserva por WhatsApp',
  },
  /** The first message of the chat that the code opens. */
  message: 'Hola, quiero reservar un traslado.',
  receipt: {
    title: 'Comprobante de viaje',
    date: 'Fecha',
    from: 'Desde',
    to: 'Hasta',
    amount: 'Valor',
    driver: 'Conductor',
    plate: 'Patente',
    notFiscal: 'No es boleta ni factura.',
    voided: (day: string) => `Anulado el ${day}. Este comprobante no vale.`,
    scan: 'El mismo comprobante en tu teléfono',
    keep: 'Guarda el enlace de esta página: es la única forma de volver a verla.',
    unknownTitle: 'No encontramos este comprobante',
    unknownText:
      'El enlace está incompleto, o el plazo para guardarlo terminó. Pídelo otra vez a la empresa.',
  },
};
