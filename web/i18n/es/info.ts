/** The four information panels. Numbers and prices come from `content/info.ts`. */
export const info = {
  minutes: (minutes: number) => `${minutes} minutos`,
  gate: (gate: number) => `Puerta ${gate}`,
  airport: {
    toCentre: { title: 'Del aeropuerto al centro', line: 'En auto, con tránsito normal' },
    domestic: { title: 'Terminal nacional', line: 'Vuelos dentro de Chile' },
    international: { title: 'Terminal internacional', line: 'Vuelos desde y hacia otros países' },
  },
  routes: {
    intro: 'Desde el aeropuerto',
    downtown: 'Centro',
    currency: 'Precios en pesos chilenos (CLP). El punto separa los miles.',
  },
  return: {
    service: {
      title: 'Servicio de retorno',
      line: 'Te llevamos de vuelta al aeropuerto a cualquier hora, todos los días.',
    },
    wait: { title: 'Espera máxima', line: 'Para que vuelvas tranquilo y a tiempo.' },
    ask: 'Pedir mi retorno por WhatsApp',
  },
  safety: {
    gps: { title: 'GPS en tiempo real', line: 'La empresa sabe en todo momento dónde está tu auto.' },
    driver: {
      title: 'Conductor verificado',
      line: 'Su foto, nombre y patente están en esta pantalla: puedes compararlos.',
    },
    insurance: { title: 'Seguro de viaje', line: 'Cubre a todos los pasajeros durante el trayecto.' },
    monitoring: { title: 'Monitoreo 24/7', line: 'Nuestra central acompaña cada viaje, de día y de noche.' },
  },
};
