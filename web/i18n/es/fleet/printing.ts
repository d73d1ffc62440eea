/** Printing in the administration panel: cards, receipts, and their register. */
export const printing = {
  title: 'Imprimir',
  kind: 'Qué se imprime',
  kinds: {
    credential: 'Credencial del conductor',
    headrest: 'Tarjeta de apoyacabezas',
    sticker: 'Adhesivo',
    receipt: 'Comprobante',
  },
  hints: {
    credential: '21 × 14 cm, con foto, nombre, clase de licencia, patente, empresa y folio. Una por hoja.',
    headrest:
      'Códigos QR en cinco idiomas: quién conduce, calificación, guía, ayuda y WhatsApp. Una por hoja.',
    sticker: 'Código QR para comprobar quién conduce, patente y empresa. Ocho por hoja.',
  },
  plate: 'Patente',
  licence: 'Clase de licencia',
  prepare: 'Continuar',
  wrongPlate: 'Una patente no es válida: son 4 a 8 letras y números.',
  nobody:
    'Ningún conductor está asignado a lo que elegiste. Asigna conductores al auto, o imprime desde Conductores.',
  unassigned: (plates: string) => `Sin conductores asignados, y por eso sin tarjeta: ${plates}.`,
  preview: 'Vista previa',
  paper: 'Papel',
  letter: 'Carta',
  print: 'Imprimir',
  scale:
    'Imprime al 100 %, sin ajustar al papel: las medidas son exactas. Ya quedó en el registro; imprimirlo otra vez no cambia el folio.',
  caption: 'Lo impreso, lo más nuevo primero',
  search: 'Buscar por conductor o patente',
  all: 'Todos',
  card: 'Documento',
  driver: 'Conductor',
  detail: 'Detalle',
  when: 'Fecha',
  nothing: 'Nada impreso de este tipo',
  empty: 'Aún no hay nada impreso',
  emptyHint:
    'Aquí queda lo que la empresa imprime para sus conductores y los comprobantes de viaje, con su folio. Elige conductores o autos en su lista y presiona Imprimir.',
  receipt: {
    add: 'Nuevo comprobante',
    title: 'Comprobante de viaje',
    day: 'Día',
    time: 'Hora',
    origin: 'Desde',
    destination: 'Hasta',
    pesos: 'Valor en pesos',
    driver: 'Conductor (opcional)',
    taxHint:
      'Si la empresa no entrega boleta o factura por cada viaje, el comprobante dice que no lo es. Se elige en Empresa.',
    write: 'Crear comprobante',
    wrongAmount: 'Escribe un valor entre 1 y 10.000.000',
    wrongMoment: 'Escribe un día y una hora de los últimos dos años',
    whatsapp: 'Enviar por WhatsApp',
    share: (address: string) => `Comprobante de su viaje: ${address}`,
  },
  /** Voiding a receipt. */
  voiding: {
    title: 'Anular el comprobante',
    text: 'Sigue en el registro con su folio. La página del pasajero y cada impresión dirán que está anulado. No se puede deshacer.',
    reason: 'Motivo',
    confirm: 'Anular',
    label: 'Anulado',
    done: 'El comprobante quedó anulado.',
  },
};
