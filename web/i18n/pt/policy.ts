export const policy: typeof import('../es/policy.ts').policy = {
  changedTitle: 'A política de privacidade mudou',
  changedIntro: (day: string) =>
    `Antes de começar seu turno, leia a versão de ${day}. Só o texto em espanhol é vinculante.`,
  accept: 'Aceito a política',
  proof: 'Este tablet foi configurado por um link: digite a senha da sua conta para aceitar.',
  later: 'Agora não',
  otherwise: 'Se você não aceitar, saia da conta e fale com a empresa.',
  consent: (version: number) =>
    `Ao enviar estes dados, você aceita a política de privacidade, versão ${version}, escrita em espanhol.`,
  read: 'Ler a política',
  rights: 'Consulte, corrija ou apague seus dados',
};
