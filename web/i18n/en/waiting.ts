export const waiting: typeof import('../es/waiting.ts').waiting = {
  title: 'Your registration is being reviewed',
  text: 'The company has not approved your record yet. As soon as it does, this screen opens automatically.',
  contact: 'If you have any questions, contact the company.',
  check: 'Check now',
  still: 'Still being reviewed.',
};
