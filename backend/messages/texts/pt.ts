import type { MessageTexts } from './types.ts';

export const pt: MessageTexts = {
  confirmation: {
    subject: ({ brand }) => `Confirme o seu e-mail em ${brand}`,
    heading: 'Confirme o seu e-mail',
    text: ({ brand }) => `Obrigado por se cadastrar em ${brand}. Confirme que este endereço é seu.`,
    button: 'Confirmar e-mail',
  },
  recovery: {
    subject: ({ brand }) => `Nova senha para ${brand}`,
    heading: 'Escolha uma nova senha',
    text: ({ brand }) => `Alguém pediu para mudar a senha da sua conta em ${brand}.`,
    button: 'Escolher senha',
  },
  magic_link: {
    subject: ({ brand }) => `Seu link para entrar em ${brand}`,
    heading: 'Entre sem senha',
    text: ({ brand }) => `Com este link você entra em ${brand}. Ele funciona uma única vez.`,
    button: 'Entrar',
  },
  invite: {
    subject: ({ brand }) => `Convite para ${brand}`,
    heading: 'Você tem um convite',
    text: ({ brand }) => `Você foi convidado a criar uma conta em ${brand}. Aceite para começar.`,
    button: 'Aceitar convite',
  },
  email_change_current: {
    subject: ({ brand }) => `Mudança de e-mail em ${brand}`,
    heading: 'Confirme a mudança de e-mail',
    text: ({ address }) => `Sua conta passará a usar o endereço ${address}. Confirme que você pediu isso.`,
    button: 'Confirmar mudança',
  },
  email_change_new: {
    subject: ({ brand }) => `Confirme o seu novo e-mail em ${brand}`,
    heading: 'Confirme o seu novo e-mail',
    text: ({ brand }) => `Confirme que você quer usar este endereço em ${brand}.`,
    button: 'Confirmar e-mail',
  },
  reauthentication: {
    subject: ({ brand }) => `Seu código de ${brand}`,
    heading: 'Confirme que é você',
    text: () => 'Digite este código no aplicativo para continuar.',
  },
  password_changed: {
    subject: ({ brand }) => `Sua senha de ${brand} mudou`,
    heading: 'Sua senha mudou',
    text: ({ brand }) =>
      `A senha da sua conta em ${brand} acaba de mudar. Se não foi você, peça uma nova imediatamente e avise-nos.`,
  },
  account_claimed: {
    subject: ({ brand }) => `A conta com seu e-mail em ${brand} agora é sua`,
    heading: 'A conta agora é sua',
    text: () =>
      'Você entrou com outro serviço, que confirmou que este e-mail é seu. Ninguém tinha provado isso antes, por isso removemos a senha, os segundos fatores e as sessões abertas da conta. Para voltar a ter uma senha, peça uma nova na tela de login.',
  },
  email_changed: {
    subject: ({ brand }) => `Seu e-mail de ${brand} mudou`,
    heading: 'Seu e-mail mudou',
    text: ({ address }) =>
      `Sua conta agora usa o endereço ${address}. Se não foi você, avise-nos imediatamente.`,
  },
  session_ended: {
    subject: ({ brand }) => `Uma sessão sua em ${brand} foi encerrada`,
    heading: 'Um dos seus dispositivos foi desconectado',
    text: ({ brand }) =>
      `Um dispositivo conectado à sua conta em ${brand} usou uma chave que já tinha sido substituída. Alguém pode tê-la copiado, por isso desconectamos esse dispositivo. Entre novamente nele. Se você não sabe por que isso aconteceu, mude sua senha e avise-nos.`,
  },
  factor_added: {
    subject: ({ brand }) => `Sua conta em ${brand} tem um segundo fator`,
    heading: 'Um segundo fator foi adicionado',
    text: ({ brand }) =>
      `A partir de agora, entrar na sua conta em ${brand} pede também um código. Se não foi você, peça uma nova senha imediatamente e avise-nos.`,
  },
  passkey_added: {
    subject: ({ brand }) => `Sua conta em ${brand} tem uma nova chave de acesso`,
    heading: 'Uma chave de acesso foi adicionada',
    text: ({ brand }) =>
      `A partir de agora, é possível entrar na sua conta em ${brand} com a digital, o rosto ou o bloqueio de tela desse dispositivo. Se não foi você, remova a chave em “Minha conta”, troque sua senha e avise-nos.`,
  },
  code: 'Ou digite este código:',
  linkHint: 'Se o botão não funcionar, abra este endereço:',
  validity: (minutes) => `Válido por ${minutes} minutos, para um único uso.`,
  ignore: 'Se não foi você, ignore esta mensagem: nada muda.',
  sms: (code, brand) => `${code} é o seu código de ${brand}.`,
};
