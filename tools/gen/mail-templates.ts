import { parse as parseToml } from 'smol-toml';
import { protocolSettings } from '../../backend/config/protocol.ts';
import { languages } from '../../shared/languages.ts';
import { renderMail, type MailKind, type RenderedMail } from '../../backend/messages/mail/template.ts';

/** The mails of a hosted project by the names of `[auth.email.template.*]`, and the words of ours that they say. */
const kinds = {
  confirmation: 'confirmation',
  recovery: 'recovery',
  magic_link: 'magic_link',
  invite: 'invite',
  // Both addresses get the same mail there; these words name the new one.
  email_change: 'email_change_current',
  reauthentication: 'reauthentication',
} as const satisfies Readonly<Record<string, MailKind>>;

export interface MailTemplate {
  readonly name: keyof typeof kinds;
  readonly subject: string;
  readonly html: string;
}

/** A Go template that says each text to accounts in its language, and the Spanish one to all others. */
function inEveryLanguage(textOf: (language: (typeof languages)[number]) => string): string {
  const others = languages.filter((language) => language !== 'es');
  const cases = others.map((language) => `if eq $language "${language}" }}${textOf(language)}{{ else `);
  // The account's owner writes the metadata: a value of any type must compare.
  const start = '{{ $language := printf "%v" .Data.language }}';
  return `${start}{{ ${cases.join('')}}}${textOf('es')}{{ end }}`;
}

/** How long links and codes are good, in seconds, as the text of `config.toml` says. */
export function mailLifetime(config: string): number {
  return protocolSettings(parseToml(config)).auth.email.otp_expiry;
}

/**
 * The templates of a hosted project's mails, made from the words of our own. A template knows no company: the mails name
 * the site's address instead.
 * @param lifetimeSeconds how long links and codes are good there
 */
export function mailTemplates(lifetimeSeconds: number): readonly MailTemplate[] {
  return Object.entries(kinds).map(([name, kind]) => {
    const link = kind === 'reauthentication' ? '' : '{{ .ConfirmationURL }}';
    const render = (language: (typeof languages)[number]): RenderedMail =>
      renderMail(
        { kind, to: '', language, link, code: '{{ .Token }}', lifetimeSeconds, address: '{{ .NewEmail }}' },
        '{{ .SiteURL }}',
      );
    return {
      name: name as keyof typeof kinds,
      subject: inEveryLanguage((language) => render(language).subject),
      html: inEveryLanguage((language) => render(language).html),
    };
  });
}

const marks = [
  '# Mails of a hosted project, made by `npm run gen`:',
  '# End of what `npm run gen` makes.',
] as const;

/** `config.toml` with the section that names the templates, in place of the one that is there. */
export function withMailTemplates(config: string, templates: readonly MailTemplate[]): string {
  const sections = templates.map(
    ({ name, subject }) =>
      `[auth.email.template.${name}]\nsubject = '${subject.replaceAll("'", '’')}'\ncontent_path = "./supabase/templates/${name}.html"\n`,
  );
  const [before = ''] = config.split(marks[0]);
  const [, after = ''] = config.split(marks[1]);
  return `${before}${marks[0]}\n${sections.join('\n')}${marks[1]}${after || '\n'}`;
}
