export const account: typeof import('../es/account.ts').account = {
  registration: { codeHint: 'Your company gives it to you. If you do not have one, ask for it.' },
  currentPassword: 'Current password',
  strength: {
    short: (length) => `At least ${length} characters. A short phrase is easy to remember.`,
    common: 'This is one of the first passwords people guess. Add another word.',
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
    title: 'Email',
    intro: (email) => `You now sign in with ${email}.`,
    label: 'New email',
    action: 'Change email',
    done: 'Email changed. Use it the next time you sign in.',
    waiting: (email) =>
      `To finish, open the link we sent to ${email}. If your current email got one too, open it as well.`,
    waitingStored: (email) =>
      `This server sends no email: the link for ${email} is on your company’s server. Ask for it there.`,
  },
  devices: {
    title: 'Other devices',
    intro: 'If you lost or lent a device, sign it out. You stay signed in here.',
    action: 'Sign out other devices',
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
      'This erases your account, record, photos and sessions. Your ratings stay, without your name. You cannot undo it.',
    label: 'Type DELETE to confirm',
    word: 'DELETE',
    action: 'Delete my account permanently',
    wrong: 'Type the word exactly to confirm.',
  },
  gate: {
    intro: 'For the driver only. Enter your password.',
    action: 'Continue',
    forgot: 'Forgot my password: send me a link',
    sent: 'We sent you an email with a link to choose a new password.',
  },
  forgot: {
    title: 'Reset your password',
    intro: 'Enter the email you registered with and we will send you a link.',
    action: 'Send link',
    sent: 'If there is an account with that email, a link to choose a new password is on its way. Check your spam folder too.',
    introStored:
      'Enter the email you registered with to create a link, or ask your company for a new password. This server sends no email.',
    stored:
      'If there is an account with that email, the link is on your company’s server. Ask the company for it, or for a new password.',
    back: 'Back to sign-in',
  },
  recovery: {
    title: 'New password',
    intro: 'Choose a new password for',
    action: 'Save and continue',
    cancel: 'Not now: sign out',
  },
  link: {
    expired: 'This link has been used or has expired. Request a new one.',
    otherDevice: 'Open the link in the browser where you requested it, or request a new one here.',
    failed: 'The link did not work. Request a new one.',
    question: 'Sign in with this link?',
    account: 'The link belongs to the account',
    warning: 'Continue only if you requested that email and the account is yours.',
    accept: 'Continue',
    decline: 'No, cancel',
    otherAccount: 'This link belongs to another account. To use it, sign out first and request a new link.',
    again: 'Request a new link',
    half: 'Confirmed. Now open the link we sent to the other email.',
    emailChanged: (email) => `Email changed. From now on you sign in with ${email}.`,
  },
  provider: {
    continueWith: (service: string) => `Continue with ${service}`,
    refused: 'You cancelled the sign-in. You can try again.',
    unverified: 'That service has not confirmed your email. Confirm it there and try again.',
    failed: 'Signing in with that service did not work. Try again.',
  },
};
