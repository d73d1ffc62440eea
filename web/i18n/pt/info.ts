export const info: typeof import('../es/info.ts').info = {
  minutes: (minutes) => `${minutes} minutos`,
  gate: (gate) => `Portão ${gate}`,
  airport: {
    toCentre: { title: 'Do aeroporto ao centro', line: 'De carro, com trânsito normal' },
    domestic: { title: 'Terminal doméstico', line: 'Voos dentro do Chile' },
    international: { title: 'Terminal internacional', line: 'Voos de e para outros países' },
  },
  routes: {
    intro: 'Saindo do aeroporto',
    downtown: 'Centro',
    currency: 'Preços em pesos chilenos (CLP). O ponto separa os milhares: $15.000 são quinze mil pesos.',
  },
  return: {
    service: {
      title: 'Serviço de retorno',
      line: 'Levamos você de volta ao aeroporto a qualquer hora, todos os dias.',
    },
    wait: { title: 'Espera máxima', line: 'Para você voltar com calma e na hora certa.' },
    ask: 'Pedir meu retorno pelo WhatsApp',
  },
  safety: {
    gps: { title: 'GPS em tempo real', line: 'A empresa sabe a todo momento onde está o seu carro.' },
    driver: {
      title: 'Motorista verificado',
      line: 'A foto, o nome e a placa estão nesta tela: você pode comparar.',
    },
    insurance: { title: 'Seguro de viagem', line: 'Cobre todos os passageiros durante o trajeto.' },
    monitoring: { title: 'Monitoramento 24/7', line: 'Nossa central acompanha cada viagem, dia e noite.' },
  },
};
