/**
 * Sentences to show to the driver. The Spanish ones are what the driver reads, in the Spanish of Chile; `answers` are
 * what the driver points at in reply.
 */
export const phrases = {
  intro: 'Toca una frase y muéstrasela a tu conductor.',
  back: 'Todas las frases',
  reply: 'Para responder, toque una frase',
  groups: {
    car: 'En el auto',
    stops: 'Paradas',
    trip: 'El viaje',
    help: 'Pago y ayuda',
  },
  sentences: {
    airConditioning: '¿Podría prender el aire acondicionado, por favor?',
    slower: '¿Podría manejar más despacio, por favor?',
    window: '¿Podría abrir un poco la ventana, por favor?',
    musicOff: '¿Podría apagar la música, por favor?',
    charger: '¿Tiene un cargador para el celular?',
    childSeat: '¿Tiene una silla de auto para niños?',
    pharmacy: '¿Podemos pasar a una farmacia, por favor?',
    cashMachine: '¿Podemos pasar a un cajero automático, por favor?',
    bathroom: 'Necesito ir al baño. ¿Podemos parar, por favor?',
    supermarket: '¿Podemos pasar a un supermercado, por favor?',
    exchange: '¿Podemos pasar a una casa de cambio, por favor?',
    water: '¿Podemos parar a comprar agua, por favor?',
    hotel: 'Le muestro la dirección de mi hotel. ¿Me lleva ahí, por favor?',
    howLong: '¿Cuánto falta para llegar?',
    terminal: 'Necesito ir al otro terminal, por favor.',
    stopHere: 'Pare aquí, por favor.',
    waitForMe: '¿Me puede esperar unos minutos, por favor?',
    luggage: '¿Me ayuda con el equipaje, por favor?',
    cardPayment: '¿Puedo pagar con tarjeta?',
    receipt: '¿Me puede dar una boleta, por favor?',
    callSomeone: '¿Podría llamar a este número por mí, por favor?',
    sick: 'Me siento mal. ¿Podría detenerse, por favor?',
    hospital: 'Es una emergencia. Lléveme al hospital más cercano, por favor.',
    thankYou: 'Muchas gracias por el viaje.',
  },
  answers: {
    yes: 'Sí, claro.',
    no: 'Lo siento, no se puede.',
    moment: 'Un momento, por favor.',
    soon: 'En unos minutos.',
    arriving: 'Ya estamos por llegar.',
    show: '¿Me lo muestra en su teléfono?',
  },
};
