/** The driver's own documents, and those of the vehicle. */
export const ownDocuments = {
  title: 'Tus documentos',
  menu: 'Documentos',
  menuLine: 'Vencimientos y renovación',
  due: 'Documentos por vencer',
  dueText: 'Revísalos con el auto detenido.',
  empty: 'No hay documentos tuyos en la app.',
  expired: (day: string) => `Venció el ${day}`,
  today: 'Vence hoy',
  left: (days: number, day: string) =>
    days === 1 ? `Vence mañana, ${day}` : `Vence en ${days} días, el ${day}`,
  valid: (day: string) => `Vigente hasta el ${day}`,
  waiting: 'Enviado: la empresa lo está verificando',
  renew: 'Enviar el nuevo',
  renewOf: (kind: string) => `Enviar el nuevo: ${kind}`,
  expiresOn: 'Vence el',
  file: 'Foto o PDF',
  fileHint: 'Hasta 5 MB.',
  send: 'Enviar',
  sent: 'Enviado. La empresa lo verificará.',
  missing: 'Elige el archivo.',
  openFile: 'Descargar',
  close: 'Entendido',
  stopped: 'Fuera de servicio',
  stoppedText:
    'Mientras no se renueve lo vencido, esta ficha no se muestra a los pasajeros. Comunícate con la empresa.',
};
