import { plural } from '../../../shared/plural.ts';

export const today: typeof import('../es/today.ts').today = {
  loadFailed: 'Não foi possível carregar o dia',
  rightsFailed: 'Não foi possível carregar as solicitações sobre dados',
  allWell: 'Tudo em ordem',
  allWellHint: 'Nada espera por você. O que acontecer aparece aqui sozinho.',
  seeAll: (shown) => `Ver tudo (${shown})`,
  see: 'Ver',
  seeOf: (name) => `Ver ${name}`,
  lines: {
    waiting: (count, shown) =>
      plural('pt', count, {
        one: `${shown} motorista espera sua aprovação`,
        other: `${shown} motoristas esperam sua aprovação`,
      }),
    photos: (count, shown) =>
      plural('pt', count, {
        one: `${shown} foto nova para aprovar`,
        other: `${shown} fotos novas para aprovar`,
      }),
    reviews: (count, shown) =>
      plural('pt', count, {
        one: `${shown} avaliação baixa nas últimas 24 horas`,
        other: `${shown} avaliações baixas nas últimas 24 horas`,
      }),
    offline: (count, shown) =>
      plural('pt', count, { one: `${shown} tablet sem conexão`, other: `${shown} tablets sem conexão` }),
    battery: (count, shown) =>
      plural('pt', count, {
        one: `${shown} tablet com bateria fraca`,
        other: `${shown} tablets com bateria fraca`,
      }),
    release: (count, shown) =>
      plural('pt', count, {
        one: `${shown} tablet ainda mostra o conteúdo anterior`,
        other: `${shown} tablets ainda mostram o conteúdo anterior`,
      }),
    unverified: (count, shown) =>
      plural('pt', count, {
        one: `${shown} documento para verificar`,
        other: `${shown} documentos para verificar`,
      }),
    expired: (count, shown) =>
      plural('pt', count, { one: `${shown} documento vencido`, other: `${shown} documentos vencidos` }),
    expiring: (count, shown) =>
      plural('pt', count, {
        one: `${shown} documento vence esta semana`,
        other: `${shown} documentos vencem esta semana`,
      }),
    missing: (count, shown) =>
      plural('pt', count, {
        one: `Faltam documentos de ${shown} motorista ou carro`,
        other: `Faltam documentos de ${shown} motoristas ou carros`,
      }),
    mail: (count, shown) =>
      plural('pt', count, {
        one: `${shown} e-mail não pôde ser enviado`,
        other: `${shown} e-mails não puderam ser enviados`,
      }),
    backup: () => 'O backup está atrasado',
    rights: (count, shown) =>
      plural('pt', count, {
        one: `${shown} solicitação sobre dados para responder`,
        other: `${shown} solicitações sobre dados para responder`,
      }),
  },
  rightsKinds: {
    access: 'Acesso',
    rectification: 'Retificação',
    erasure: 'Eliminação',
    objection: 'Oposição',
    portability: 'Portabilidade',
    blocking: 'Bloqueio',
  },
  overdue: 'prazo vencido',
  stars: (count, shown) => plural('pt', count, { one: `${shown} estrela`, other: `${shown} estrelas` }),
  battery: (percent) => `${percent}%`,
  content: (release) => `Conteúdo ${release}`,
  inShift: 'Em turno',
  unnamed: 'Tablet sem nome',
  noDriver: 'Motorista excluído',
  expires: (count, shown) =>
    count === 0 ? 'vence hoje' : count === 1 ? 'vence amanhã' : `vence em ${shown} dias`,
  expiredOn: (day) => `venceu em ${day}`,
  lacks: (kinds) => `Falta: ${kinds}`,
  reload: 'Recarregar',
  reloadDevice: (name) => `Recarregar ${name}`,
  reloading: (name) => `Pedido a ${name}: recarregar.`,
  mail: {
    auth: 'O servidor de e-mail não aceita o usuário ou a senha.',
    unreachable: 'Não foi possível chegar ao servidor de e-mail.',
    refused: 'O servidor de e-mail recusou o endereço.',
    other: (code) => `O servidor de e-mail falhou (${code}).`,
    hint: 'Quem esqueceu a senha não recebe o link: crie você uma nova.',
    action: 'Ver usuários',
  },
  backup: {
    full: 'O disco está cheio.',
    other: (code) => `Falhou (${code}).`,
    last: (moment) => `Último backup: ${moment}.`,
    hint: 'Avise quem cuida do servidor.',
    copy: 'Copiar aviso',
    copied: 'Aviso copiado.',
  },
  shifts: {
    title: (on, all) => `${on} de ${all} em turno`,
    on: 'Em turno',
    off: 'Sem turno',
    nobody: 'Ninguém',
    more: (shown) => `e mais ${shown}`,
  },
  steps: {
    title: 'Primeiros passos',
    hint: 'Em qualquer ordem. Cada um se marca sozinho.',
    progress: (done, all) => `${done} de ${all} prontos`,
    done: 'Pronto',
    try: 'Testar',
    tryNumber: (number) => `Teste o WhatsApp ${number}: deve abrir a conversa da sua empresa.`,
    noVehicles: 'Não temos carros próprios',
    company: {
      title: 'Nome e WhatsApp da empresa',
      hint: 'Os passageiros veem o nome e escrevem para esse número.',
      action: 'Preencher',
    },
    prices: {
      title: 'Preços',
      hint: 'Revise e publique: o que se mostra obriga a empresa.',
      action: 'Revisar preços',
    },
    claims: {
      title: 'Três perguntas antes de publicar',
      hint: 'GPS, seguro e atendimento 24/7: diga o que sua empresa cumpre.',
      action: 'Responder e publicar',
    },
    vehicles: {
      title: 'Carros',
      hint: 'Um por um, ou todos com um CSV.',
      action: 'Adicionar carros',
    },
    drivers: {
      title: 'Motoristas',
      hint: 'Aparecem quando você os adiciona ou quando se cadastram.',
      action: 'Ir para motoristas',
    },
    devices: {
      title: 'Tablets',
      hint: 'Prepare-os com um link; o celular de um motorista também conta.',
      action: 'Preparar um tablet',
    },
    policy: {
      title: 'Política de privacidade, versão 2',
      hint: 'Publique-a antes de 1º de dezembro de 2026, quando entra em vigor a Lei 21.719.',
      lateHint: 'A Lei 21.719 vigora desde 1º de dezembro de 2026: publique-a hoje.',
      action: 'Abrir a política',
    },
  },
};
