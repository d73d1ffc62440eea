import { plural } from '../../../../shared/plural.ts';

export const rights: typeof import('../../es/fleet/rights.ts').rights = {
  views: 'Solicitações e violações',
  requests: 'Solicitações',
  breaches: 'Violações',
  kinds: {
    access: 'Acesso',
    rectification: 'Retificação',
    erasure: 'Eliminação',
    objection: 'Oposição',
    portability: 'Portabilidade',
    blocking: 'Bloqueio',
  },
  persons: { passenger: 'Passageiro', driver: 'Motorista', other: 'Outra pessoa' },
  channels: { page: 'Pela página', spoken: 'De viva voz', paper: 'Em papel' },
  states: { open: 'Aberta', closed: 'Encerrada' },
  outcomes: {
    granted: 'Aceita',
    partly: 'Aceita em parte',
    refused: 'Recusada',
    unconfirmed: 'Sem confirmação',
  },
  caption: 'Solicitações sobre dados pessoais, as abertas primeiro',
  search: 'Buscar por número, nome ou texto',
  state: 'Estado',
  kind: 'Direito',
  all: 'Todos',
  request: 'Solicitação',
  person: 'Pessoa',
  channel: 'Chegou',
  received: 'Recebida',
  due: 'Responder até',
  language: 'Idioma',
  email: 'E-mail',
  phone: 'Telefone',
  identity: 'Identidade',
  confirmed: 'Confirmada',
  notConfirmed: 'Sem confirmação',
  extension: 'Prorrogação',
  body: 'O que pede',
  gone: 'Esta solicitação não existe mais.',
  timeline: 'História da solicitação',
  nothing: 'Nenhuma solicitação com estes filtros',
  clearFilters: 'Limpar os filtros',
  empty: 'Ninguém pediu nada',
  emptyHint:
    'Aqui chegam as solicitações de passageiros e motoristas sobre seus dados pessoais (página /rights), com os dias que faltam para responder segundo a Lei 21.719.',
  open: (number) => `Abrir a solicitação ${number}`,
  daysLeft: (days, shown) => {
    if (days === 0) return 'responder hoje';
    if (days > 0) return plural('pt', days, { one: `falta ${shown} dia`, other: `faltam ${shown} dias` });
    return plural('pt', -days, { one: `${shown} dia de atraso`, other: `${shown} dias de atraso` });
  },
  add: 'Registrar solicitação',
  form: {
    title: 'Registrar uma solicitação',
    name: 'Nome da pessoa',
    received: 'Dia em que chegou',
    contact: 'E-mail ou telefone (opcional)',
    contactInvalid: 'Escreva um e-mail ou um telefone completo, ou deixe vazio.',
    identified: 'Vi o documento ou sei quem é',
    saved: 'A solicitação foi registrada.',
  },
  events: {
    filed: 'Registrada pela empresa',
    confirmed: 'A pessoa confirmou o contato',
    identified: 'A empresa verificou a identidade',
    link: 'Foi criado um link para confirmar',
    account: 'Foi escolhida a conta da pessoa',
    downloaded: 'O arquivo dos dados foi baixado',
    extended: 'O prazo foi ampliado em 30 dias',
    replied: 'Respondida sem encerrar',
    granted: 'Encerrada: aceita',
    partly: 'Encerrada: aceita em parte',
    refused: 'Encerrada: recusada',
    unconfirmed: 'Encerrada: sem confirmação',
  },
  entries: { reply: 'Resposta', note: 'O que foi feito' },
  noteHint: 'Anote o que você fez. Só os administradores leem.',
  onPage: 'A resposta sempre aparece na página da solicitação.',
  replied: (number) => `A solicitação ${number} foi respondida.`,
  result: 'Resultado',
  results: {
    ask: 'Manter aberta: pedir mais dados',
    granted: 'Encerrar: aceita',
    partly: 'Encerrar: aceita em parte',
    refused: 'Encerrar: recusada',
    unconfirmed: 'Encerrar: sem confirmação',
  },
  confirm: {
    link: 'Criar link para confirmar',
    linkHint: 'Envie só ao contato da solicitação. Quem abre o link e pressiona o botão fica confirmado.',
    made: 'Link para confirmar',
    whatsapp: 'Enviar por WhatsApp',
    text: (number, link) =>
      `Recebemos sua solicitação ${number} sobre dados pessoais. Confirme aqui que é você: ${link}`,
    identified: 'Verifiquei quem é',
    done: 'A identidade foi anotada como verificada.',
  },
  account: {
    choose: 'É este motorista',
    none: 'Esse motorista não tem conta.',
    saved: 'A conta foi escolhida.',
    download: 'Baixar os dados',
    hint: 'Um arquivo JSON com tudo sobre a pessoa. Entregue-o por um meio seguro.',
    first: 'Confirme primeiro quem é a pessoa.',
    passenger: 'Buscar os casos da pessoa',
  },
  extend: {
    button: 'Ampliar o prazo',
    title: 'Ampliar o prazo em 30 dias',
    text: 'A lei permite uma só vez. A pessoa lê o motivo na página da solicitação.',
    reason: 'Motivo',
    saved: 'O prazo foi ampliado.',
    refused: 'O prazo já venceu ou já foi ampliado.',
  },
  templates: {
    ask: (number) =>
      `Para responder à sua solicitação ${number} precisamos de mais dados: dia e hora da viagem, ou o número do seu caso. Se ainda não o fez, confirme que é você com o link que enviamos.`,
    granted: {
      access: (number) =>
        `Solicitação ${number}: estes são os dados seus que temos, para que os usamos, de onde vêm, a quem os entregamos e até quando os guardamos:`,
      rectification: (number) =>
        `Solicitação ${number}: corrigimos seus dados como você pediu e avisamos a quem os tinha recebido.`,
      erasure: (number) =>
        `Solicitação ${number}: apagamos seus dados. Eles saem dos backups quando estes vencem.`,
      objection: (number) => `Solicitação ${number}: deixamos de usar seus dados para o que você indicou.`,
      portability: (number) =>
        `Solicitação ${number}: preparamos seus dados em um arquivo que outros sistemas podem ler e o entregamos por este meio.`,
      blocking: (number) =>
        `Solicitação ${number}: suspendemos o uso dos seus dados enquanto decidimos. Não os apagamos nem os usamos.`,
    },
    partly: (number) =>
      `Solicitação ${number}: aceitamos em parte. Fizemos o seguinte:\n\nNão podemos fazer o restante porque:\n\nSe você não concordar, pode reclamar à Agência de Proteção de Dados Pessoais do Chile em até 30 dias úteis.`,
    refused: (number) =>
      `Solicitação ${number}: não podemos aceitá-la. O motivo legal é:\n\nSe você não concordar, pode reclamar à Agência de Proteção de Dados Pessoais do Chile em até 30 dias úteis.`,
    unconfirmed: (number) =>
      `Solicitação ${number}: encerramos porque não pudemos verificar que os dados são seus. Você pode pedir de novo quando quiser.`,
  },
  breach: {
    add: 'Registrar violação',
    title: 'Violação de segurança',
    caption: 'Violações de segurança, as mais recentes primeiro',
    search: 'Buscar por fato ou dados',
    empty: 'Nenhuma violação registrada',
    emptyHint:
      'Registre aqui cada perda, vazamento ou acesso indevido a dados pessoais, mesmo pequeno: a Lei 21.719 exige este registro.',
    happened: 'Ocorreu em',
    known: 'Soube-se',
    knownOn: 'Soube-se em',
    what: 'O que aconteceu',
    data: 'Quais dados',
    dataHint: 'Por exemplo: nome, telefone, carteira. Diga se há dados sensíveis, de crianças ou de cartões.',
    people: 'Quantas pessoas',
    peopleHint: 'Deixe vazio enquanto não se sabe.',
    consequences: 'Consequências possíveis',
    measures: 'Medidas tomadas',
    agency: 'Aviso à Agência',
    agencyOn: 'A Agência foi avisada em',
    persons: 'Aviso às pessoas',
    personsOn: 'As pessoas foram avisadas em',
    told: (day) => `Avisada em ${day}`,
    notTold: 'Sem aviso',
    unknown: 'ainda não se sabe',
    peopleInvalid: 'Escreva um número inteiro.',
    saved: 'A violação foi salva.',
    edit: (what) => `Editar a violação “${what}”`,
    notice: (what) => `Avisos sobre “${what}”`,
    notices: 'Avisos',
    toAgency: 'À Agência',
    toPeople: 'Às pessoas',
    copy: 'Copiar',
    copied: 'O aviso foi copiado.',
    print: 'Imprimir',
    lawHint:
      'Avise a Agência sem demora. Avise as pessoas se os dados forem sensíveis, de menores de 14 anos, ou de dinheiro e dívidas.',
  },
  peopleNotice: (fact) => `Aviso sobre seus dados pessoais

Em ${fact.happened} aconteceu o seguinte: ${fact.what}

Dados: ${fact.data}
Consequências possíveis: ${fact.consequences}
O que fizemos: ${fact.measures}

Se algo lhe parecer estranho, escreva para nós: ${fact.contact}

${fact.company}`,
};
