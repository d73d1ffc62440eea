import { plural } from '../../../../shared/plural.ts';

/** The documents of drivers and vehicles in the administration panel. `count` and `day` are already written in the language. */
export const documents = {
  caption: 'Documentos, por fecha de vencimiento',
  search: 'Buscar por conductor, patente o número',
  empty: 'Aún no hay documentos',
  emptyHint: 'Agrega licencias, permisos y seguros: la app avisa antes de que venzan.',
  mailStored:
    'No se envían avisos por correo. Pide a quien cuida tu servidor que los active. Mientras tanto, revisa esta lista cada semana.',
  nothing: 'Nada con estos filtros',
  add: 'Agregar documento',
  document: 'Documento',
  ownerOf: 'De',
  expires: 'Vence',
  state: 'Estado',
  allStates: 'Todos',
  states: {
    expired: 'Vencido',
    within_7: 'Vence en 7 días o menos',
    within_14: 'Vence en 8 a 14 días',
    within_30: 'Vence en 15 a 30 días',
    valid: 'Vigente',
    waiting: 'Por verificar',
  },
  /** `days` until a document expires, negative since; `count` is the same number without its sign. */
  expiry: (days: number, count: string) => {
    if (days < -1) return `Venció hace ${count} días`;
    if (days > 1) return `Vence en ${count} días`;
    return days === 0 ? 'Vence hoy' : days === 1 ? 'Vence mañana' : 'Venció ayer';
  },
  expiresIn: (month: string) => `Vence en ${month}`,
  withCount: (state: string, count: string) => `${state}: ${count}`,
  kind: 'Tipo',
  allKinds: 'Todos',
  owner: 'De quién',
  owners: { driver: 'Conductor', vehicle: 'Auto' },
  allOwners: 'Todos',
  onlyOwner: (name: string) => `Solo ${name}`,
  oneOwner: 'Un solo conductor o auto',
  showAll: 'Mostrar todos',
  critical: 'Crítico',
  withFile: 'Con archivo',
  withoutFile: 'Sin archivo',
  overridden: (day: string) => `Autorizado hasta el ${day}`,
  edit: (document: string) => `Editar ${document}`,
  delete: (document: string) => `Eliminar ${document}`,
  verify: 'Verificar',
  verifyDocument: (document: string) => `Verificar ${document}`,
  verifiedMany: (count: number, shown: string) =>
    plural('es', count, { one: `${shown} documento verificado.`, other: `${shown} documentos verificados.` }),
  verified: (document: string) => `Quedó vigente: ${document}.`,
  saved: (document: string) => `Se guardó: ${document}.`,
  added: 'Se agregó el documento.',
  deleting: (document: string) => `Se elimina: ${document}.`,
  deleted: (document: string) => `Se eliminó: ${document}.`,
  deletion: {
    title: 'Eliminar documento',
    question: (document: string) => `¿Eliminar ${document}?`,
    text: 'Se elimina también su archivo.',
  },
  rejection: {
    title: 'Rechazar documento',
    action: 'Rechazar',
    of: (document: string) => `Rechazar ${document}`,
    question: (document: string) => `¿Rechazar ${document}?`,
    text: 'Se elimina, junto con su archivo. El conductor puede enviar otro.',
    running: (document: string) => `Se rechaza: ${document}.`,
    done: (document: string) => `Se rechazó: ${document}.`,
  },
  views: { label: 'Vista', grid: 'Cuadrícula', list: 'Lista' },
  grid: {
    caption: { vehicle: 'Documentos de cada auto', driver: 'Documentos de cada conductor' },
    search: 'Buscar por patente, conductor o código',
    none: { vehicle: 'Aún no hay autos', driver: 'Aún no hay conductores' },
    lacking: 'Les falta un documento',
    cell: (kind: string, owner: string, state: string) => `${kind} de ${owner}: ${state}`,
    /** A driver needs one of several licences. */
    gaps: { missing: 'falta', missingOne: 'falta una', none: 'no hay' },
    /** `days` until a document expires, negative since; `count` is the same number without its sign. */
    left: (days: number, count: string) => {
      if (days < -1) return `hace ${count} días`;
      if (days > 1) return `${count} días`;
      return days === 0 ? 'hoy' : days === 1 ? 'mañana' : 'ayer';
    },
  },
  form: {
    editTitle: 'Editar documento',
    driver: 'Conductor',
    plate: 'Patente del auto',
    number: 'Número',
    issuedOn: 'Emitido el',
    expiresOn: 'Vence el',
    critical: 'Crítico: si vence, el conductor puede quedar fuera de servicio',
    fileHint: 'PDF o foto, hasta 5 MB.',
    takePhoto: 'Tomar foto',
    openFile: 'Descargar el archivo',
    next: 'Guardar y siguiente',
    noGaps: (saved: string) => `${saved} No falta ningún documento más.`,
    conflict:
      'Otra persona cambió este documento mientras editabas. Lo que no tocaste ya muestra sus cambios: revisa y guarda otra vez.',
    documentExists: 'Ya hay un documento de este tipo. Edita ese.',
    noVehicle: 'No hay un auto con esa patente',
    missing: 'Completa este campo',
    order: 'Revisa las fechas: no puede vencer antes de emitirse ni fuera de los años 2000 a 2100',
  },
  override: {
    title: 'Autorizar aunque venció',
    text: 'El conductor o el auto sigue en servicio hasta el día que elijas, a lo más 90 días. El motivo queda en el registro.',
    until: 'Hasta el',
    reason: 'Motivo',
    allow: 'Autorizar',
    end: 'Quitar la autorización',
    allowed: (document: string) => `Autorizado: ${document}.`,
    ended: (document: string) => `Ya no está autorizado: ${document}.`,
    invalid: 'Elige un día de los próximos 90 y escribe el motivo.',
  },
  file: {
    open: 'Importar CSV',
    title: 'Importar documentos',
    hint: 'Con las columnas patente o código de conductor; tipo; número; emitido; vence. Los días como 24-11-2026. Un documento que ya existe se renueva.',
    templateName: 'documentos.csv',
    fields: {
      owner: 'Patente o código',
      kind: 'Tipo',
      number: 'Número',
      issuedOn: 'Emitido',
      expiresOn: 'Vence',
    },
    problems: {
      order: 'vence antes de ser emitido',
      kind: 'no es un tipo de documento, o podría ser más de uno',
      unknown_owner: 'no hay un auto con esa patente ni un conductor con ese código',
      other_owner: 'ese tipo es de otro dueño: de un auto o de un conductor',
      waiting: 'su documento espera tu verificación; decídelo ahí, un archivo no lo cambia',
      left: 'es de una persona que dejó la empresa; un archivo no cambia sus documentos',
    },
  },
  rulesView: {
    stop: 'Sacar de servicio al conductor cuando vence un documento crítico',
    stopHint:
      'Los pasajeros ven que el conductor no está en servicio hasta que el documento se renueve o alguien de la empresa lo autorice. También cuenta el auto de su turno.',
    byAdministrator: 'Solo un administrador cambia esta regla.',
    kinds: 'Tipos de documento',
    criticalOf: (kind: string) => `${kind}: crítico`,
    deleteKind: (kind: string) => `Eliminar el tipo ${kind}`,
    inUse: 'Hay documentos de este tipo: no se puede eliminar.',
    exists: 'Ya existe un tipo con ese nombre.',
    newKind: 'Tipo nuevo',
    addKind: 'Agregar tipo',
  },
};
