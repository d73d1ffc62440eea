import { plural } from '../../../../shared/plural.ts';
import type { ReplyFacts } from '../../es/fleet/bookings.ts';

export const bookings: typeof import('../../es/fleet/bookings.ts').bookings = {
  caption: 'Reservas, por dia e hora',
  search: 'Buscar por nome, voo ou lugar',
  paste: 'Colar mensagens',
  add: 'Adicionar',
  day: 'Dia',
  upcoming: 'A partir de hoje',
  past: 'Anteriores',
  dayWithCount: (day: string, count: string) => `${day} (${count})`,
  empty: 'Nenhuma reserva colada',
  emptyHint:
    'Copie as mensagens de reserva do WhatsApp e cole-as aqui: ficam ordenadas por dia, com motorista, carro e preço para conferir. Ficam só neste navegador.',
  nothing: 'Nenhuma reserva nestes dias',
  clearFilters: 'Limpar os filtros',
  stored:
    'A lista está só neste navegador e na sua conta. Cada reserva é apagada 30 dias depois da viagem, e todas quando você sai.',
  notStored: 'O navegador não conseguiu guardar a lista: não há espaço ou ele não permite.',
  when: 'Hora',
  trip: 'Trajeto',
  passenger: 'Passageiro',
  flight: 'Voo',
  people: 'Pessoas',
  bags: 'Malas',
  childSeats: 'Cadeirinhas',
  ages: 'Idades em anos, separadas por vírgulas; vazio se não forem necessárias.',
  wheelchair: 'Cadeira de rodas',
  name: 'Nome',
  language: 'Idioma',
  paying: 'Pagamento',
  payments: { cash: 'Dinheiro', card: 'Cartão', transfer: 'Transferência' },
  phone: 'Telefone',
  price: 'Preço',
  assigned: 'Motorista e carro',
  state: 'Conferir',
  driver: 'Motorista',
  vehicle: 'Carro',
  date: 'Data',
  time: 'Hora',
  direction: 'Sentido',
  route: 'Rota',
  otherPlace: 'Outro lugar',
  place: 'Hotel ou endereço',
  open: (name: string) => `Abrir a reserva de ${name}`,
  nameless: 'Sem nome',
  trips: { to: (place: string) => `${place} → aeroporto`, from: (place: string) => `Aeroporto → ${place}` },
  directions: { to: 'Para o aeroporto', from: 'Do aeroporto' },
  peopleCount: (count: number, shown: string) =>
    plural('pt', count, { one: `${shown} pessoa`, other: `${shown} pessoas` }),
  bagCount: (count: number, shown: string) =>
    plural('pt', count, { one: `${shown} mala`, other: `${shown} malas` }),
  seatsFor: (ages: string) => `cadeirinha: ${ages} anos`,
  unassigned: 'Sem motorista',
  changedBadge: 'Alterada',
  changedText: 'Uma mensagem posterior mudou esta reserva. O motorista e o carro continuam os mesmos.',
  editedBadge: 'Adulterada',
  editedText:
    'O texto e a última linha da mensagem não dizem o mesmo: alguém a mudou à mão. Confirme os dados com o passageiro.',
  conflictBadge: 'Conflito',
  priceBadge: 'Preço',
  documentsBadge: 'Documentos',
  conflict: {
    driver: (name: string, time: string, gap: string, needed: string) =>
      `O motorista também leva ${name} às ${time}: há ${gap} min e são necessários ${needed}.`,
    vehicle: (name: string, time: string, gap: string, needed: string) =>
      `O carro também leva ${name} às ${time}: há ${gap} min e são necessários ${needed}.`,
  },
  outOfForce: (name: string, day: string) =>
    `${name}: um documento crítico vence em ${day}, antes da viagem.`,
  quoted: (price: string) => `Cotado: ${price}.`,
  priceSame: 'É o preço vigente para esse dia.',
  priceNow: (price: string) => `O preço para esse dia é ${price}.`,
  priceNone: 'Não há preço publicado para esse dia e essa rota.',
  priceUnquoted: 'A mensagem não traz preço.',
  priceDisputed: (release: string, price: string) =>
    `A publicação ${release}, que a mensagem cita, dizia ${price}: o preço pode ter sido mudado à mão.`,
  priceDisputedNone: (release: string) =>
    `A publicação ${release}, que a mensagem cita, não tinha preço para essa rota.`,
  priceUnchecked: (release: string) => `Não foi possível ler a publicação ${release}, que a mensagem cita.`,
  inquire: 'Consultar',
  noDriver: 'Sem motorista',
  noVehicle: 'Sem carro',
  inShift: 'em turno agora',
  busyAt: (time: string) => `outra reserva às ${time}`,
  expiredDocuments: 'documentos vencidos',
  seats: (count: string) => `${count} lugares`,
  fewSeats: 'faltam lugares',
  freeDrivers: (count: number, shown: string) =>
    plural('pt', count, {
      one: `${shown} motorista livre nessa hora, com os documentos em dia.`,
      other: `${shown} motoristas livres nessa hora, com os documentos em dia.`,
    }),
  message: 'Mensagem',
  reply: 'Resposta',
  chooseTemplate: 'Escolher uma resposta',
  replyIn: (language: string) => `Resposta em ${language}`,
  inSpanish: 'Em espanhol',
  copy: 'Copiar',
  copied: 'Copiada',
  whatsapp: 'Responder pelo WhatsApp',
  edit: 'Corrigir',
  editTitle: 'Corrigir a reserva',
  addTitle: 'Adicionar uma reserva',
  saved: (name: string) => `A reserva de ${name} foi salva.`,
  remove: 'Tirar da lista',
  removed: (name: string) => `A reserva de ${name} foi tirada.`,
  pasteTitle: 'Colar mensagens de reserva',
  pasteLabel: 'Mensagens',
  pasteHint:
    'Uma ou muitas. Também o arquivo .txt que o WhatsApp cria com «Exportar conversa». Uma mensagem repetida conta uma vez; uma que muda a reserva da mesma pessoa, dia e sentido a substitui.',
  chooseFile: 'Escolher arquivo .txt',
  fileTooLarge: 'O arquivo é grande demais: exporte a conversa sem mídia, ou só as últimas mensagens.',
  read: 'Ler as mensagens',
  nothingRead: 'Não há nenhuma reserva neste texto.',
  outcome: (added: string, changed: string, repeated: string, unread: string) =>
    `Novas: ${added}. Alteradas: ${changed}. Repetidas: ${repeated}. Não lidas: ${unread}.`,
  unreadTitle: (count: number, shown: string) =>
    plural('pt', count, {
      one: `${shown} mensagem não pôde ser lida`,
      other: `${shown} mensagens não puderam ser lidas`,
    }),
  unreadHint: 'Digite os dados, ou descarte-a se não era uma reserva.',
  typeIn: 'Digitar os dados',
  discard: 'Descartar',
  calendar: 'Calendário (.ics)',
  deleteAll: 'Apagar todas',
  deleteAllText:
    'São apagadas deste navegador todas as reservas, com seus motoristas e carros, e as mensagens não lidas. Não é possível desfazer.',
  deletedAll: 'As reservas foram apagadas deste navegador.',
  problems: {
    required: 'Falta este dado.',
    past: 'Já passou.',
    far: 'Falta mais de um ano.',
    noSuchTime: 'Essa data ou hora não existe.',
    flight: 'Não é um número de voo, como LA 705.',
    number: 'Confira o número.',
    seats: 'São cadeirinhas demais.',
  },
  ways: {
    to: (place: string) => `de ${place} até o aeroporto`,
    from: (place: string) => `do aeroporto até ${place}`,
  },
  replies: {
    confirm: {
      name: 'Confirmar',
      text: ({ name, day, time, way, price, driver, plate }: ReplyFacts) =>
        [
          `Olá${name && ` ${name}`}! Confirmamos seu traslado em ${day} às ${time}, ${way}.`,
          price && `Preço: ${price}.`,
          driver && `Motorista: ${driver}${plate && `, placa ${plate}`}.`,
          'Boa viagem!',
        ]
          .filter(Boolean)
          .join(' '),
    },
    price: {
      name: 'O preço é outro',
      text: ({ name, day, time, way, price }: ReplyFacts) =>
        `Olá${name && ` ${name}`}! Obrigado pela reserva em ${day} às ${time}, ${way}. O preço para esse dia é ${price || 'a consultar'}. Podemos confirmar?`,
    },
    impossible: {
      name: 'Não é possível',
      text: ({ name, day, time }: ReplyFacts) =>
        `Olá${name && ` ${name}`}! Sentimos muito: em ${day} às ${time} não temos carro disponível. Outra hora serviria?`,
    },
  },
};
