export const account: typeof import('../es/account.ts').account = {
  currentPassword: 'Current password',
  strength: {
    short: (length) => `At least ${length} characters. A short phrase is easy to remember.`,
    common: 'This is among the first anyone would try. Add another word.',
    enough: 'Good length.',
  },
  photo: {
    title: 'Photo',
    intro: 'Your passengers see this photo.',
    action: 'Save photo',
    done: 'Photo changed: your passengers see it now.',
    received: 'We have received your photo.',
    pending: 'New photo',
    pendingText: 'Waiting for the company’s approval. Until then your passengers see the previous one.',
  },
  password: {
    title: 'Password',
    label: 'New password',
    action: 'Change password',
    done: 'Password changed. Your other devices have been signed out.',
  },
  email: {
    title: 'E-mail',
    intro: (email) => `You now sign in with ${email}.`,
    label: 'New e-mail',
    action: 'Change e-mail',
    done: 'E-mail changed. Use it the next time you sign in.',
    waiting: (email) =>
      `To finish, open the link we sent to ${email}. If one came to your present e-mail too, open it as well.`,
  },
  devices: {
    title: 'Other devices',
    intro: 'If you lost or lent a device, sign out there. Here you stay signed in.',
    action: 'Sign out on the others',
    done: 'Only this device is still signed in.',
  },
  data: {
    title: 'Your data',
    intro:
      'Download everything we hold about you in one file: your record, your account, your sessions and your ratings.',
    action: 'Download my data',
    done: 'Done: the file is in your downloads.',
  },
  deletion: {
    title: 'Delete my account',
    intro:
      'Your account, record, photos and sessions are erased. Your ratings stay, without your name. This cannot be undone.',
    label: 'Type DELETE to confirm',
    word: 'DELETE',
    action: 'Delete my account for good',
    wrong: 'To confirm, type the word exactly.',
  },
  gate: {
    intro: 'Enter your password to open your account.',
    action: 'Continue',
    forgot: 'I don’t know my password: send me a link',
    sent: 'We sent you an e-mail with a link to choose a new password.',
  },
  forgot: {
    title: 'Forgotten password',
    intro: 'Enter the e-mail you registered with and we will send you a link.',
    action: 'Send link',
    sent: 'If there is an account with that e-mail, a link to choose a new password is on its way. Look in the spam folder too.',
    introStored:
      'Enter the e-mail you registered with and a link will be prepared. Or ask your company for a password: mails are not sent here.',
    stored:
      'If there is an account with that e-mail, the link is on your company’s server. Ask for it there, or for a new password.',
    back: 'Back to sign-in',
  },
  recovery: {
    title: 'New password',
    intro: 'Choose a new password for',
    action: 'Save and continue',
    cancel: 'Not now: sign out',
  },
  link: {
    expired: 'This link has been used or has expired. Ask for a new one.',
    otherDevice: 'Open the link in the browser where you asked for it, or ask for a new one here.',
    failed: 'The link did not work. Ask for a new one.',
    question: 'Sign in with this link?',
    account: 'The link belongs to the account',
    warning: 'Continue only if you asked for that e-mail and the account is yours.',
    accept: 'Continue',
    decline: 'No, cancel',
    otherAccount: 'This link belongs to another account. To use it, sign out first and ask for a new link.',
    again: 'Ask for a new link',
    half: 'Confirmed. Now open the link we sent to the other e-mail.',
    emailChanged: (email) => `E-mail changed. From now on you sign in with ${email}.`,
  },
  provider: {
    continueWith: (service: string) => `Continue with ${service}`,
    refused: 'You cancelled the sign-in. You can try again.',
    unverified: 'That service has not confirmed your e-mail. Confirm it there and try again.',
    failed: 'Signing in with that service did not work. Try again.',
  },
};
