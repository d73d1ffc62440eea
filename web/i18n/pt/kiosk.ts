import { plural } from '../../../shared/plural.ts';

export const kiosk: typeof import('../es/kiosk.ts').kiosk = {
  countdown: {
    title: 'Você ainda está aí?',
    text: 'A tela volta ao início para o próximo passageiro.',
    seconds: (seconds) => plural('pt', seconds, { one: `${seconds} segundo`, other: `${seconds} segundos` }),
    stay: 'Continuar aqui',
  },
  display: {
    theme: 'Luz da tela',
    auto: 'Automática',
    light: 'Clara',
    dark: 'Escura',
    autoHint: 'Automática: escura à noite, ou se o dispositivo estiver no modo escuro.',
    textSize: 'Tamanho do texto',
    sizes: { normal: 'Normal', large: 'Grande', larger: 'Muito grande' },
    enterFullScreen: 'Tela cheia',
    leaveFullScreen: 'Sair da tela cheia',
  },
  driver: {
    intro: 'Somente para o motorista, com o carro parado.',
    clockAhead: (time: string) =>
      `O relógio deste dispositivo está adiantado em ${time}. Acerte-o nas configurações do dispositivo.`,
    clockBehind: (time: string) =>
      `O relógio deste dispositivo está atrasado em ${time}. Acerte-o nas configurações do dispositivo.`,
    codes: 'WhatsApp e mapas como QR code',
    codesLine: 'Os passageiros abrem no próprio celular',
    noWhatsapp:
      'A empresa ainda não tem número de WhatsApp: os passageiros não veem o código para reservar. Avise a administração.',
    help: 'Ajuda: ligar para a empresa',
    call: 'Ligar',
    helpMessage: 'Olá, sou motorista e preciso de ajuda.',
    back: 'Voltar',
    signOutTitle: 'Sair da conta?',
    signOutText: 'Esta tela deixará de ser exibida até que o motorista entre novamente.',
  },
  pin: {
    menu: 'PIN do motorista',
    setUp: 'Proteja este menu dos passageiros',
    setUpReason: 'Para criar um PIN, digite a senha da sua conta.',
    active: 'Ativo',
    enter: 'Digite seu PIN',
    label: 'PIN',
    erase: 'Apagar o último número',
    confirm: 'Continuar',
    wrong: 'PIN incorreto.',
    wait: (time) => `Muitas tentativas. Aguarde ${time}.`,
    forgot: 'Esqueci o PIN: usar minha senha',
    choose: 'Escolha um PIN de 4 a 8 números',
    repeat: 'Digite mais uma vez',
    different: 'Não são iguais. Escolha o PIN de novo.',
    guessable: 'Esse PIN é fácil de adivinhar. Escolha outro.',
    saved: 'PIN salvo. Este menu vai pedi-lo.',
    removed: 'PIN removido.',
    change: 'Mudar o PIN',
    remove: 'Remover o PIN',
    explanation: 'O PIN fica somente neste dispositivo e é apagado ao sair da conta.',
    insecure:
      'Aqui não é possível usar um PIN: este endereço não é seguro. Peça ao operador que o publique com https.',
  },
  map: {
    title: 'Escaneie com o seu celular',
    qr: 'QR code do mapa',
    text: 'Ele abre no aplicativo de mapas do seu celular.',
    locating: 'Procurando onde estamos…',
  },
};
