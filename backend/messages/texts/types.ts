/** Values that the sentences of a mail may name. */
export interface MailValues {
  /** The company's name. */
  readonly brand: string;
  /** An address that the mail is about, where it differs from the recipient's. */
  readonly address: string;
}

export interface MailTemplate {
  readonly subject: (values: MailValues) => string;
  readonly heading: string;
  readonly text: (values: MailValues) => string;
  /** Label of the button; absent when the mail has no link. */
  readonly button?: string;
}

/** All texts of mails and text messages in one language. The compiler checks that every language is complete. */
export interface MessageTexts {
  readonly confirmation: MailTemplate;
  readonly recovery: MailTemplate;
  readonly magic_link: MailTemplate;
  readonly invite: MailTemplate;
  readonly email_change_current: MailTemplate;
  readonly email_change_new: MailTemplate;
  readonly reauthentication: MailTemplate;
  readonly password_changed: MailTemplate;
  /** Sent when the owner of an address takes over an account whose address nobody had proved. */
  readonly account_claimed: MailTemplate;
  readonly email_changed: MailTemplate;
  readonly session_ended: MailTemplate;
  readonly factor_added: MailTemplate;
  readonly passkey_added: MailTemplate;
  readonly code: string;
  readonly linkHint: string;
  readonly validity: (minutes: number) => string;
  readonly ignore: string;
  /** The text of an SMS. */
  readonly sms: (code: string, brand: string) => string;
}
