import type { MessageTexts } from './types.ts';

export const en: MessageTexts = {
  confirmation: {
    subject: ({ brand }) => `Confirm your email address for ${brand}`,
    heading: 'Confirm your email address',
    text: ({ brand }) =>
      `Thank you for registering with ${brand}. Please confirm that this address is yours.`,
    button: 'Confirm address',
  },
  recovery: {
    subject: ({ brand }) => `New password for ${brand}`,
    heading: 'Choose a new password',
    text: ({ brand }) => `Somebody asked to change the password of your account with ${brand}.`,
    button: 'Choose password',
  },
  magic_link: {
    subject: ({ brand }) => `Your link to sign in to ${brand}`,
    heading: 'Sign in without a password',
    text: ({ brand }) => `This link signs you in to ${brand}. It works once.`,
    button: 'Sign in',
  },
  invite: {
    subject: ({ brand }) => `You are invited to ${brand}`,
    heading: 'You have an invitation',
    text: ({ brand }) => `You are invited to create an account with ${brand}. Accept to begin.`,
    button: 'Accept invitation',
  },
  email_change_current: {
    subject: ({ brand }) => `Change of email address with ${brand}`,
    heading: 'Confirm the change of address',
    text: ({ address }) =>
      `Your account will use the address ${address}. Please confirm that you asked for this.`,
    button: 'Confirm change',
  },
  email_change_new: {
    subject: ({ brand }) => `Confirm your new email address for ${brand}`,
    heading: 'Confirm your new email address',
    text: ({ brand }) => `Please confirm that you want to use this address with ${brand}.`,
    button: 'Confirm address',
  },
  reauthentication: {
    subject: ({ brand }) => `Your code for ${brand}`,
    heading: 'Confirm that it is you',
    text: () => 'Enter this code in the app to continue.',
  },
  password_changed: {
    subject: ({ brand }) => `Your password for ${brand} has changed`,
    heading: 'Your password has changed',
    text: ({ brand }) =>
      `The password of your account with ${brand} has just been changed. If it was not you, ask for a new one at once and tell us.`,
  },
  account_claimed: {
    subject: ({ brand }) => `The account with your address on ${brand} is yours now`,
    heading: 'The account is yours now',
    text: () =>
      'You signed in with another service, which confirmed that this address is yours. Nobody had proved that before, so we removed the account’s password, second factors and open sessions. To have a password again, ask for a new one on the sign-in screen.',
  },
  email_changed: {
    subject: ({ brand }) => `Your email address for ${brand} has changed`,
    heading: 'Your email address has changed',
    text: ({ address }) =>
      `Your account now uses the address ${address}. If it was not you, tell us at once.`,
  },
  session_ended: {
    subject: ({ brand }) => `One of your sessions with ${brand} has ended`,
    heading: 'One of your devices was signed out',
    text: ({ brand }) =>
      `A device that was signed in to your account with ${brand} used a key that had been replaced. Somebody may have copied it, so we signed that device out. Sign in again there. If you do not know why this happened, change your password and tell us.`,
  },
  factor_added: {
    subject: ({ brand }) => `Your account with ${brand} has a second factor`,
    heading: 'A second factor was added',
    text: ({ brand }) =>
      `From now on, signing in to your account with ${brand} also asks for a code. If it was not you, ask for a new password at once and tell us.`,
  },
  passkey_added: {
    subject: ({ brand }) => `Your account with ${brand} has a new passkey`,
    heading: 'A passkey was added',
    text: ({ brand }) =>
      `From now on, the fingerprint, face or screen lock of that device signs in to your account with ${brand}. If it was not you, remove the passkey in “My account”, change your password and tell us.`,
  },
  code: 'Or enter this code:',
  linkHint: 'If the button does not work, open this address:',
  validity: (minutes) => `Valid for ${minutes} minutes, for one use.`,
  ignore: 'If it was not you, ignore this message: nothing changes.',
  sms: (code, brand) => `${code} is your code for ${brand}.`,
};
