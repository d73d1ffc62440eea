export const invitation: typeof import('../es/invitation.ts').invitation = {
  title: 'Invitation',
  from: (company) => `${company} invites you to join as a driver`,
  intro: 'Choose the email and password you will sign in with, and the photo that passengers will see.',
  introSignedIn: 'You already have an account. Choose the photo that passengers will see.',
  accept: 'Accept and sign in',
  leave: 'Go back',
  noToken: 'This link is incomplete. Open it again from your company’s message.',
  inUse: 'Somebody is signed in on this device. Sign out first, or open the invitation on your phone.',
  used: 'This invitation has been used. If that was you, sign in with your email and password.',
  withdrawn:
    'Your company withdrew this link or sent you a newer one. Use the latest one, or ask for another.',
  expired: 'This link is not valid or has expired: it lasts seven days. Ask your company for another.',
  accountInUse: 'That email belongs to an account in use. Choose another.',
  emailTaken:
    'That email has an account with a different password. Enter that password, or use another email.',
  thenOpenAgain: 'Then open this link again.',
};
