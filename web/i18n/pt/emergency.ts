export const emergency: typeof import('../es/emergency.ts').emergency = {
  title: 'Emergências',
  numbers: {
    ambulance: 'Ambulância',
    fire: 'Bombeiros',
    police: 'Polícia',
  },
  readAloud: 'Leia isto para quem atender',
  sentence: (company, plate, driverCode) =>
    `Preciso de ajuda urgente. Estou em um táxi da ${company} com placa ${plate}. O código do motorista é ${driverCode}.`,
  sentenceWithoutPlate: (company, driverCode) =>
    `Preciso de ajuda urgente. Estou em um táxi da ${company}. O código do motorista é ${driverCode}.`,
  speaks: (language) => `Falo ${language}.`,
  position: (latitude, longitude, metres) =>
    `Estou na latitude ${latitude}, longitude ${longitude}, com margem de ${metres} metros.`,
  noPosition: 'Não consigo informar minha localização exata.',
  addPosition: 'Incluir minha localização',
  updatePosition: 'Atualizar minha localização',
  locating: 'Buscando sua localização…',
  refused:
    'Este dispositivo não permite usar a localização. Diga o nome da rua ou um lugar que esteja vendo.',
  unavailable: 'A localização não foi encontrada. Diga o nome da rua ou um lugar que esteja vendo.',
  help: 'Objeto perdido ou reclamação',
  /** Beside the code of the driver's page. */
  onPhone: {
    title: 'Leve no seu celular',
    text: 'Os números, a placa e quem dirige, também depois da viagem.',
    qr: 'Código QR com os números de emergência e os dados deste táxi',
  },
  measures: 'Nesta viagem',
};
