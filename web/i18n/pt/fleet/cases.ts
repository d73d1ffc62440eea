export const cases: typeof import('../../es/fleet/cases.ts').cases = {
  kinds: {
    lost: 'Objeto perdido',
    complaint: 'Reclamação',
    receipt: 'Recibo',
    accessibility: 'Acessibilidade',
    other: 'Outro',
  },
  states: { new: 'Novo', answered: 'Respondido', closed: 'Fechado' },
  withReply: 'Com resposta',
  caption: 'Casos de passageiros, os abertos primeiro',
  search: 'Buscar por número, texto ou motorista',
  kind: 'Tipo',
  all: 'Todos',
  case: 'Caso',
  body: 'O que aconteceu',
  driver: 'Motorista',
  came: 'Chegou',
  when: 'Aconteceu',
  place: 'Voo ou lugar',
  vehicle: 'Carro',
  photo: 'Foto do passageiro',
  unknownDriver: 'Sem motorista',
  casesOf: (name) => `Casos de ${name}`,
  onlyOf: (name) => `Só ${name}`,
  showAll: 'Mostrar os casos de todos',
  from: 'De',
  until: 'Até',
  forgotten: 'Os dados do passageiro foram apagados.',
  gone: 'Este caso não existe mais.',
  timeline: 'Histórico do caso',
  template: 'Modelo',
  chooseTemplate: 'Escolher um modelo',
  onPage: 'A resposta aparece sempre na página do caso, no celular do passageiro.',
  noteHint: 'Só o escritório vê.',
  close: 'Fechar o caso',
  reopen: 'Reabrir o caso',
  forget: 'Apagar os dados do passageiro',
  forgetText:
    'Apaga o texto, o contato, a foto, as respostas e a página do passageiro. Ficam o tipo, as datas, o motorista e o carro. Não é possível desfazer.',
  driverHint:
    'Turno e carro são encontrados pela hora. O motorista não vê o caso: só sabe o que você contar.',
  chooseDriver: 'Escolher o motorista',
  driverSaved: 'O motorista do caso foi alterado.',
  nothing: 'Nenhum caso com estes filtros',
  clearFilters: 'Limpar os filtros',
  empty: 'Nenhum passageiro escreveu',
  emptyHint:
    'Aqui chegam os avisos de objetos perdidos, as reclamações e os pedidos da página /help, com os dias que faltam para responder.',
  open: (number) => `Abrir o caso ${number}`,
  closed: (number) => `O caso ${number} foi fechado.`,
  reopened: (number) => `O caso ${number} foi reaberto.`,
  forgot: (number) => `Os dados do caso ${number} foram apagados.`,
  replied: (number) => `O caso ${number} foi respondido.`,
  events: { closed: 'Fechado', reopened: 'Reaberto', driver: 'Motorista alterado' },
  entries: { reply: 'Resposta', passenger: 'Passageiro', note: 'Nota interna' },
  templates: {
    found: {
      name: 'Encontrado',
      text: (number) =>
        `Boas notícias: encontramos o que você perdeu (caso ${number}). Quando e onde podemos entregar?`,
    },
    searching: {
      name: 'Procurando',
      text: (number) =>
        `Recebemos sua mensagem (caso ${number}). Já perguntamos ao motorista e estamos procurando no carro. Escrevemos assim que soubermos de algo.`,
    },
    notFound: {
      name: 'Não apareceu',
      text: (number) =>
        `Procuramos no carro e perguntamos ao motorista, mas não encontramos o que você perdeu (caso ${number}). Se aparecer, avisamos na hora.`,
    },
    sorry: {
      name: 'Desculpas',
      text: (number) =>
        `Lamentamos o que aconteceu (caso ${number}). Falamos com o motorista e cuidamos para que não se repita. Obrigado por nos contar.`,
    },
    receipt: {
      name: 'Recibo',
      text: (number) =>
        `Para enviar o recibo (caso ${number}), precisamos do nome ou da empresa, do número fiscal ou de identidade e do valor pago.`,
    },
    moreDetails: {
      name: 'Faltam dados',
      text: (number) =>
        `Para ajudar com o caso ${number}, precisamos do dia, da hora e do trajeto e, se possível, da placa do carro.`,
    },
  },
};
