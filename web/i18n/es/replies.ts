/** The replies that staff send to passengers and to authors of requests about personal data, in their languages. */
export const replies = {
  bookings: {
    ways: {
      to: (place: string) => `desde ${place} hasta el aeropuerto`,
      from: (place: string) => `desde el aeropuerto hasta ${place}`,
    },
    hello: (name: string) => `Hola, ${name}.`,
    helloNameless: 'Hola.',
    goodbye: '¡Buen viaje!',
    replyPrice: (price: string) => `Precio: ${price}.`,
    replyDriver: (driver: string) => `Conductor: ${driver}.`,
    replyPlate: (plate: string) => `Patente: ${plate}.`,
    inquire: 'consultar',
    templates: {
      confirm: (day: string, time: string, way: string) =>
        `Confirmamos su traslado del ${day} a las ${time}, ${way}.`,
      price: (day: string, time: string, way: string, price: string) =>
        `Gracias por su reserva del ${day} a las ${time}, ${way}. El precio para ese día: ${price}. ¿La confirmamos?`,
      impossible: (day: string, time: string) =>
        `Lo sentimos: el ${day} a las ${time} no tenemos un auto disponible. ¿Le serviría otra hora?`,
    },
  },
  cases: {
    found: (number: string) =>
      `Buenas noticias: encontramos lo que perdió (caso ${number}). ¿Cuándo y dónde se lo entregamos?`,
    searching: (number: string) =>
      `Recibimos su mensaje (caso ${number}). Ya le preguntamos al conductor y buscamos en el auto. Le escribimos en cuanto sepamos algo.`,
    notFound: (number: string) =>
      `Buscamos en el auto y preguntamos al conductor, pero no encontramos lo que perdió (caso ${number}). Si aparece, le avisamos de inmediato.`,
    sorry: (number: string) =>
      `Lamentamos lo ocurrido (caso ${number}). Hablamos con el conductor y tomamos medidas para que no se repita. Gracias por contarnos.`,
    receipt: (number: string) =>
      `Para enviarle el comprobante (caso ${number}) necesitamos el nombre o la empresa, el RUT o número de identificación y el monto pagado.`,
    moreDetails: (number: string) =>
      `Para ayudarle con el caso ${number} necesitamos saber el día, la hora y el recorrido y, si puede, la patente del auto.`,
  },
  rights: {
    confirm: (number: string, link: string) =>
      `Recibimos su solicitud ${number} sobre datos personales. Confirme aquí que es usted: ${link}`,
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
        objection: (number: string) =>
          `Solicitud ${number}: dejamos de usar sus datos para lo que nos indicó.`,
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
  },
};
