/**
 * The search of the administration panel: places and acts. Beside their names stand the other words by which people look for
 * them: nouns for places, because a place is listed before the acts in it.
 */
export const search = {
  goTo: 'Ir a',
  folio: (number: string) => `Folio ${number}`,
  sections: {
    today: 'inicio resumen pendientes',
    trips: 'reservas traslados agenda pasajeros despacho',
    cases: 'reclamos quejas objetos perdidos',
    reviews: 'estrellas evaluaciones opiniones comentarios reseñas',
    drivers: 'choferes personas',
    announcements: 'mensajes comunicados',
    vehicles: 'vehículos flota patentes',
    shifts: 'jornadas horas',
    documents: 'vencimientos papeles licencias permisos seguros revisión técnica',
    content: 'contenido tarifas textos tours destinos lugares traducciones',
    report: 'estadísticas cifras',
    company: 'configuración datos',
    users: 'cuentas oficina contraseñas roles',
    devices: 'dispositivos teléfonos',
    printing: 'comprobantes recibos boletas credenciales adhesivos tarjetas',
    rights: 'derechos solicitudes datos personales vulneraciones incidentes',
    audit: 'historial bitácora',
    documentRules: 'clases críticos fuera de servicio vencimientos',
    help: 'guía manual instrucciones',
  },
  acts: {
    trips: {
      new: 'viaje nuevo nueva crear anotar reserva teléfono',
      import: 'reservas importar WhatsApp chat',
      tell: 'avisar enviar mandar viajes conductores mañana',
    },
    cases: {
      reopen: 'casos volver abrir',
      close: 'casos terminar resolver',
      forget: 'casos eliminar privacidad',
    },
    drivers: {
      new: 'nuevo crear invitar chofer conductores',
      import: 'conductores planilla archivo invitar varios',
      invite: 'enviar invitación enlace conductores',
      approve: 'conductores activar espera aceptar autorizar',
      return: 'conductor reincorporar recontratar',
      edit: 'conductores cambiar corregir datos',
      assign: 'conductores asignar vehículos',
      print: 'credencial credenciales tarjetas adhesivos',
      leave: 'conductor renuncia salida despido',
      delete: 'conductores borrar datos',
    },
    announcements: {
      new: 'escribir crear enviar mandar mensaje avisar conductores',
      withdraw: 'aviso avisos anular',
      delete: 'aviso avisos borrar',
    },
    vehicles: {
      new: 'nuevo crear vehículo autos',
      import: 'autos planilla archivo vehículos',
      edit: 'autos cambiar corregir datos vehículos',
      print: 'autos credenciales adhesivos tarjetas vehículos',
      endShift: 'cerrar finalizar turnos',
      delete: 'autos borrar vehículos',
    },
    documents: {
      verify: 'documentos revisar aprobar verificar',
      new: 'nuevo subir renovar licencia permiso documentos',
      import: 'documentos planilla archivo vencimientos',
    },
    content: {
      publish: 'publicación precios textos cambios versión',
      raise: 'cambiar bajar editar precios tarifas',
      import: 'precios planilla archivo tarifas',
      restore: 'versión volver anterior historial deshacer',
    },
    report: { print: 'informe exportar' },
    users: { createUser: 'nuevo agregar cuenta oficina usuarios' },
    devices: { new: 'nueva agregar conectar instalar tabletas' },
    printing: {
      new: 'crear escribir recibo boleta comprobantes',
      void: 'comprobante comprobantes recibo anular',
    },
    rights: {
      new: 'nueva agregar datos derechos privacidad',
      extend: 'solicitud prórroga ampliar',
      breach: 'nuevo vulneración brecha',
    },
  },
};
