export const policy: typeof import('../es/policy.ts').policy = {
  changedTitle: 'The privacy policy has changed',
  changedIntro: (day: string) =>
    `Before you start your shift, please read the version of ${day}. Only the Spanish text is binding.`,
  accept: 'I accept the policy',
  proof: 'This tablet was set up by a link: enter the password of your account to accept.',
  later: 'Not now',
  otherwise: 'If you do not accept it, sign out and talk to the company.',
  consent: (version: number) =>
    `By sending these details you accept the privacy policy, version ${version}, which is in Spanish.`,
  read: 'Read the policy',
  rights: 'See, correct or delete your data',
};
