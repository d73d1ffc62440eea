export const account: typeof import('../es/account.ts').account = {
  registration: { codeHint: 'Sua empresa informa o código. Se você não o tem, peça a ela.' },
  currentPassword: 'Senha atual',
  strength: {
    short: (length) => `Pelo menos ${length} caracteres. Uma frase curta é fácil de lembrar.`,
    common: 'É uma das primeiras que alguém tentaria. Acrescente mais uma palavra.',
    enough: 'Bom comprimento.',
  },
  photo: {
    title: 'Foto',
    intro: 'Seus passageiros veem esta foto.',
    action: 'Salvar foto',
    done: 'Foto trocada: seus passageiros já a veem.',
    received: 'Recebemos sua foto.',
    pending: 'Nova foto',
    pendingText: 'Aguarda a aprovação da empresa. Até lá, seus passageiros veem a anterior.',
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
    waitingStored: (email) =>
      `Este servidor não envia e-mails: o link para ${email} ficou no servidor da sua empresa. Peça-o lá.`,
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
    intro: 'Só para o motorista. Digite sua senha.',
    action: 'Continuar',
    forgot: 'Não sei minha senha: enviar um link',
    sent: 'Enviamos a você um e-mail com um link para escolher uma nova senha.',
  },
  forgot: {
    title: 'Recuperar senha',
    intro: 'Digite o e-mail do seu cadastro e enviaremos um link.',
    action: 'Enviar link',
    sent: 'Se houver uma conta com esse e-mail, você receberá um link para escolher uma nova senha. Veja também o spam.',
    introStored:
      'Digite o e-mail do seu cadastro e um link será preparado. Ou peça uma senha à sua empresa: aqui os e-mails não são enviados.',
    stored:
      'Se houver uma conta com esse e-mail, o link ficou no servidor da sua empresa. Peça-o lá, ou peça uma nova senha.',
    back: 'Voltar ao login',
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
    question: 'Entrar com este link?',
    account: 'O link é da conta',
    warning: 'Continue apenas se você pediu esse e-mail e a conta é sua.',
    accept: 'Continuar',
    decline: 'Não, cancelar',
    otherAccount: 'Este link é de outra conta. Para usá-lo, saia primeiro e peça um link novo.',
    again: 'Pedir um novo link',
    half: 'Confirmado. Agora abra o link que enviamos para o outro e-mail.',
    emailChanged: (email) => `E-mail alterado. A partir de agora você entra com ${email}.`,
  },
  provider: {
    continueWith: (service: string) => `Continuar com ${service}`,
    refused: 'Você cancelou o login. Pode tentar de novo.',
    unverified: 'Esse serviço não confirmou seu e-mail. Confirme-o lá e tente de novo.',
    failed: 'Não foi possível entrar com esse serviço. Tente de novo.',
  },
};
