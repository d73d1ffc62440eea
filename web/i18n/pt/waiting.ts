export const waiting: typeof import('../es/waiting.ts').waiting = {
  title: 'Seu cadastro está em análise',
  text: 'A empresa ainda não aprovou o seu cadastro. Assim que aprovar, esta tela se abre sozinha.',
  contact: 'Em caso de dúvida, fale com a empresa.',
  check: 'Verificar agora',
  still: 'Ainda em análise.',
};
