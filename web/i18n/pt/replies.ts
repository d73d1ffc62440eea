export const replies: typeof import('../es/replies.ts').replies = {
  bookings: {
    ways: {
      to: (place: string) => `de ${place} até o aeroporto`,
      from: (place: string) => `do aeroporto até ${place}`,
    },
    hello: (name: string) => `Olá, ${name}!`,
    helloNameless: 'Olá!',
    goodbye: 'Boa viagem!',
    replyPrice: (price: string) => `Preço: ${price}.`,
    replyDriver: (driver: string) => `Motorista: ${driver}.`,
    replyPlate: (plate: string) => `Placa: ${plate}.`,
    inquire: 'sob consulta',
    templates: {
      confirm: (day: string, time: string, way: string) =>
        `Confirmamos seu traslado de ${day}, às ${time}, ${way}.`,
      price: (day: string, time: string, way: string, price: string) =>
        `Obrigado pela reserva para ${day}, às ${time}, ${way}. O preço para esse dia: ${price}. Podemos confirmar?`,
      impossible: (day: string, time: string) =>
        `Sentimos muito: não temos carro disponível para ${day}, às ${time}. Outro horário serviria?`,
    },
  },
  cases: {
    found: (number) =>
      `Boas notícias: encontramos o que você perdeu (caso ${number}). Quando e onde podemos entregar?`,
    searching: (number) =>
      `Recebemos sua mensagem (caso ${number}). Já perguntamos ao motorista e estamos procurando no carro. Escrevemos assim que soubermos de algo.`,
    notFound: (number) =>
      `Procuramos no carro e perguntamos ao motorista, mas não encontramos o que você perdeu (caso ${number}). Se aparecer, avisamos na hora.`,
    sorry: (number) =>
      `Lamentamos o que aconteceu (caso ${number}). Falamos com o motorista e cuidamos para que não se repita. Obrigado por nos contar.`,
    receipt: (number) =>
      `Para enviar o recibo (caso ${number}), precisamos do nome ou da empresa, do número fiscal ou de identidade e do valor pago.`,
    moreDetails: (number) =>
      `Para ajudar com o caso ${number}, precisamos do dia, da hora e do trajeto e, se possível, da placa do carro.`,
  },
  rights: {
    confirm: (number, link) =>
      `Recebemos sua solicitação ${number} sobre dados pessoais. Confirme aqui que é você: ${link}`,
    templates: {
      ask: (number) =>
        `Para responder à sua solicitação ${number}, precisamos de mais dados: dia e hora da viagem, ou o número do seu caso. Se ainda não o fez, confirme que é você com o link que enviamos.`,
      granted: {
        access: (number) =>
          `Solicitação ${number}: estes são os dados que temos sobre você, para que os usamos, de onde vêm, a quem os entregamos e até quando os guardamos:`,
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
  },
};
