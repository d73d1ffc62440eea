/**
 * How to recognise an authorised taxi. General advice of the Ministry of Transport, the airport and the press of
 * 2025, in plain words; no figures that change.
 */
export const legalTaxi = {
  compare: {
    title: 'Primero, compara',
    text: 'La patente de esta pantalla debe ser la del auto, y la foto debe ser de quien maneja.',
    mismatch:
      'Si no coinciden, no partas. Si ya vas en camino, pide bajarte en un lugar con gente y llama al 133.',
  },
  signs: {
    title: 'Así se reconoce un taxi autorizado',
    basic: {
      title: 'Taxi básico',
      line: 'Negro con techo amarillo. Patente naranja con letras negras, taxímetro a la vista y tarifa escrita en el parabrisas.',
    },
    tourism: {
      title: 'Taxi de turismo',
      line: 'Patente naranja con letras blancas. El precio depende del destino y se acuerda antes de partir.',
    },
    counter: {
      title: 'En el aeropuerto de Santiago',
      line: 'Los taxis se contratan en los mesones oficiales, dentro del terminal y antes de salir. Ahí te dicen el precio.',
    },
    booked: {
      title: 'Con reserva',
      line: 'La empresa te dice antes quién te recoge y en qué auto. Compara el nombre y la patente.',
    },
  },
  refuse: {
    title: 'Qué no aceptar',
    hall: 'Viajes que te ofrecen en la sala de llegadas o en la puerta, aunque la persona lleve uniforme o credencial.',
    otherVehicle: 'Que te digan que tu traslado no viene y te lleven a otro auto. Llama tú a la empresa.',
    noPrice: 'Partir sin saber el precio, o con el taxímetro apagado o tapado.',
    extras: 'Cobros que nadie mencionó antes de partir, como peajes o un cambio de ruta.',
    card: 'Pagar con tarjeta sin mirar. Revisa el monto y los ceros en la máquina antes de poner tu clave.',
  },
  law: 'Desde fines de 2025, en los aeropuertos de Chile se multa a quien ofrece viajes informales y también a quien los usa a sabiendas.',
  trouble:
    'Si algo sale mal, anota la patente. Si estás en peligro, llama a Carabineros: 133. Los reclamos los recibe el Ministerio de Transportes.',
  note: 'Es información general y puede cambiar. La última palabra la tienen el mesón oficial del aeropuerto y el Ministerio de Transportes.',
};
