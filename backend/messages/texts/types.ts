/** What the sentences of a message may name. */
export interface MailValues {
  /** The company. */
  readonly brand: string;
  /** The address that the mail is about, where it is not the one it goes to. */
  readonly address: string;
}

export interface Letter {
  readonly subject: (values: MailValues) => string;
  readonly heading: string;
  readonly text: (values: MailValues) => string;
  /** On the button; the empty text when the mail has no link. */
  readonly button: string;
}

/** All that our messages say in one language. Spanish is written first; the compiler checks that all are complete. */
export interface MessageWords {
  readonly confirmation: Letter;
  readonly recovery: Letter;
  readonly magic_link: Letter;
  readonly invite: Letter;
  readonly email_change_current: Letter;
  readonly email_change_new: Letter;
  readonly reauthentication: Letter;
  readonly password_changed: Letter;
  /** The owner of an address took over an account whose address nobody had proved. */
  readonly account_claimed: Letter;
  readonly email_changed: Letter;
  readonly session_ended: Letter;
  readonly factor_added: Letter;
  readonly passkey_added: Letter;
  readonly code: string;
  readonly linkHint: string;
  readonly validity: (minutes: number) => string;
  readonly ignore: string;
  /** The text of an SMS. */
  readonly sms: (code: string, brand: string) => string;
}
