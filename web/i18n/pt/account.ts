export const account: typeof import('../es/account.ts').account = {
  currentPassword: 'Senha atual',
  strength: {
    short: (length) => `Pelo menos ${length} caracteres. Uma frase curta é fácil de lembrar.`,
    common: 'É uma das primeiras que alguém tentaria. Acrescente mais uma palavra.',
    enough: 'Bom comprimento.',
  },
  password: {
    title: 'Senha',
    label: 'Nova senha',
    action: 'Alterar senha',
    done: 'Senha alterada. Seus outros dispositivos foram desconectados.',
  },
  email: {
    title: 'E-mail',
    intro: (email) => `Agora você entra com ${email}.`,
    label: 'Novo e-mail',
    action: 'Alterar e-mail',
    done: 'E-mail alterado. Use-o na próxima vez que entrar.',
    waiting: (email) =>
      `Para terminar, abra o link que enviamos para ${email}. Se também chegou um ao seu e-mail atual, abra-o igualmente.`,
  },
  devices: {
    title: 'Outros dispositivos',
    intro: 'Se você perdeu ou emprestou um dispositivo, saia da conta nele. Aqui você continua conectado.',
    action: 'Sair nos outros',
    done: 'Só este dispositivo continua conectado.',
  },
  data: {
    title: 'Seus dados',
    intro: 'Baixe em um arquivo tudo o que guardamos sobre você: cadastro, conta, sessões e avaliações.',
    action: 'Baixar meus dados',
    done: 'Pronto: o arquivo está nos seus downloads.',
  },
  deletion: {
    title: 'Excluir minha conta',
    intro:
      'Sua conta, seu cadastro, suas fotos e suas sessões são apagados. Suas avaliações ficam, sem o seu nome. Não dá para desfazer.',
    label: 'Escreva EXCLUIR para confirmar',
    word: 'EXCLUIR',
    action: 'Excluir minha conta para sempre',
    wrong: 'Para confirmar, escreva a palavra exatamente.',
  },
  gate: {
    intro: 'Digite sua senha para abrir sua conta.',
    action: 'Continuar',
    forgot: 'Não sei minha senha: enviar um link',
    sent: 'Enviamos a você um e-mail com um link para escolher uma nova senha.',
  },
  forgot: {
    title: 'Recuperar senha',
    intro: 'Digite o e-mail do seu cadastro e enviaremos um link.',
    action: 'Enviar link',
    sent: 'Se houver uma conta com esse e-mail, você receberá um link para escolher uma nova senha. Veja também o spam.',
    back: 'Voltar para entrar',
  },
  recovery: {
    title: 'Nova senha',
    intro: 'Escolha uma nova senha para',
    action: 'Salvar e entrar',
    cancel: 'Agora não: sair',
  },
  link: {
    expired: 'Este link já foi usado ou expirou. Peça um novo.',
    otherDevice: 'Abra o link no mesmo navegador em que o pediu, ou peça um novo aqui.',
    failed: 'O link não funcionou. Peça um novo.',
    again: 'Pedir um novo link',
    half: 'Confirmado. Agora abra o link que enviamos para o outro e-mail.',
    emailChanged: (email) => `E-mail alterado. A partir de agora você entra com ${email}.`,
  },
  provider: {
    continueWith: (service: string) => `Continuar com ${service}`,
    refused: 'Você cancelou a entrada. Pode tentar de novo.',
    unverified: 'Esse serviço não confirmou seu e-mail. Confirme-o lá e tente de novo.',
    failed: 'Não foi possível entrar com esse serviço. Tente de novo.',
  },
};
