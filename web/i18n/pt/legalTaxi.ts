export const legalTaxi: typeof import('../es/legalTaxi.ts').legalTaxi = {
  compare: {
    title: 'Primeiro, compare',
    text: 'A placa desta tela deve ser a do carro, e a foto deve ser de quem está dirigindo.',
    mismatch:
      'Se não forem iguais, não siga viagem. Se já estiver a caminho, peça para descer em um lugar com gente e ligue para o 133.',
  },
  signs: {
    title: 'Como reconhecer um táxi autorizado',
    basic: {
      title: 'Táxi comum',
      line: 'Preto com teto amarelo. Placa laranja com letras pretas, taxímetro à vista e tarifa escrita no para-brisa.',
    },
    tourism: {
      title: 'Táxi de turismo',
      line: 'Placa laranja com letras brancas. O preço depende do destino e é combinado antes de sair.',
    },
    counter: {
      title: 'No aeroporto de Santiago',
      line: 'Os táxis são contratados nos balcões oficiais, dentro do terminal e antes de sair. Lá informam o preço.',
    },
    booked: {
      title: 'Com reserva',
      line: 'A empresa avisa antes quem vai buscar você e em qual carro. Compare o nome e a placa.',
    },
  },
  refuse: {
    title: 'O que recusar',
    hall: 'Corridas oferecidas no saguão de desembarque ou na porta, mesmo que a pessoa use uniforme ou crachá.',
    otherVehicle:
      'Que digam que seu traslado não vem e levem você a outro carro. Ligue você mesmo para a empresa.',
    noPrice: 'Sair sem saber o preço, ou com o taxímetro desligado ou coberto.',
    extras: 'Cobranças que ninguém mencionou antes de sair, como pedágios ou mudança de rota.',
    card: 'Pagar com cartão sem olhar. Confira o valor e os zeros na maquininha antes de digitar a senha.',
  },
  law: 'Desde o fim de 2025, nos aeroportos do Chile há multa para quem oferece corridas informais e também para quem as usa sabendo disso.',
  trouble:
    'Se algo der errado, anote a placa. Em perigo, ligue para a polícia: 133. O Ministério dos Transportes recebe as reclamações.',
  note: 'São informações gerais e podem mudar. O balcão oficial do aeroporto e o Ministério dos Transportes têm a última palavra.',
};
