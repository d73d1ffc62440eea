// Under another name: the formatter would rewrite the mails' HTML.
import { html as markup, raw } from 'hono/html';
import type { MailTemplate, MessageTexts } from '../texts/types.ts';
import { messageTexts, type Language } from '../texts/index.ts';

export type MailKind = {
  [Key in keyof MessageTexts]: MessageTexts[Key] extends MailTemplate ? Key : never;
}[keyof MessageTexts];

/** A mail before it is rendered. */
export interface MailMessage {
  readonly kind: MailKind;
  readonly to: string;
  readonly language: Language;
  /** URL behind the button. */
  readonly link?: string;
  readonly code?: string;
  /** How long link and code work. */
  readonly lifetimeSeconds?: number;
  /** A mail address that the text names. */
  readonly address?: string;
}

/** A mail whose texts the product brings itself. */
export interface Notice {
  /** Names its file in the outbox. */
  readonly kind: string;
  readonly to: string;
  readonly language: Language;
  readonly subject: string;
  readonly heading: string;
  /** Paragraphs, one a line. */
  readonly text: string;
  readonly button?: string;
  /** URL behind the button. */
  readonly link?: string;
}

/** Makes a text fit a header line, whatever the company's name contains. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** The parts of a mail from top to bottom; absent parts are empty. */
function contentOf(message: MailMessage, brand: string) {
  const texts = messageTexts[message.language];
  const template = texts[message.kind];
  const { language, address = '', link = '', code = '', lifetimeSeconds } = message;
  const validity =
    lifetimeSeconds === undefined ? '' : texts.validity(Math.max(1, Math.floor(lifetimeSeconds / 60)));
  const isRequested = link !== '' || code !== '';
  return {
    language,
    subject: oneLine(template.subject({ brand, address })),
    brand,
    heading: template.heading,
    text: template.text({ brand, address }),
    button: template.button,
    link,
    linkHint: texts.linkHint,
    codeHint: link === '' ? '' : texts.code,
    code,
    footer: [validity, isRequested ? texts.ignore : ''].filter((line) => line !== ''),
  };
}

type Content = ReturnType<typeof contentOf>;

function paragraph(text: string, style: string) {
  return text === '' ? '' : markup`<p style="margin:0 0 16px;${style}">${text}</p>`;
}

function buttonHtml({ button, link }: Content) {
  if (link === '') return '';
  const style =
    'display:inline-block;padding:16px 28px;border-radius:10px;background:#9c4a1a;color:#ffffff;font-weight:700;text-decoration:none';
  return markup`<p style="margin:24px 0"><a href="${link}" style="${style}">${button}</a></p>`;
}

function codeHtml({ code, codeHint }: Content) {
  if (code === '') return '';
  const style = 'font:700 30px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;color:#0b2030';
  return markup`${paragraph(codeHint, '')}<p style="margin:0 0 24px;${style}">${code}</p>`;
}

function linkHtml({ link, linkHint }: Content) {
  if (link === '') return '';
  const address = markup`<a href="${link}" style="color:#9c4a1a;word-break:break-all">${link}</a>`;
  return markup`<p style="margin:0 0 16px;font-size:13px;color:#4a5a66">${linkHint}<br>${address}</p>`;
}

/** The tag `markup` escapes every value. */
function page(content: Content): string {
  const body = [
    markup`<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#0b2030">${content.heading}</h1>`,
    ...content.text.split('\n').map((line) => paragraph(line, '')),
    buttonHtml(content),
    codeHtml(content),
    linkHtml(content),
    ...content.footer.map((line) => paragraph(line, 'font-size:13px;color:#4a5a66')),
  ].join('\n');
  return String(markup`<!doctype html>
<html lang="${content.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">
<title>${content.heading}</title></head>
<body style="margin:0;background:#eef2f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:14px;overflow:hidden">
<tr><td style="background:#0b2030;border-bottom:4px solid #c8743c;padding:20px 28px;font:700 18px/1.3 Archivo,Arial,sans-serif;color:#ffffff">${content.brand}</td></tr>
<tr><td style="padding:28px;font:400 16px/1.55 Archivo,Arial,sans-serif;color:#1d2b36">
${raw(body)}
</td></tr></table>
</td></tr></table>
</body>
</html>
`);
}

function plain({ heading, text, link, codeHint, code, footer, brand }: Content): string {
  const coded = code === '' ? '' : `${codeHint} ${code}`.trim();
  return `${[heading, text, link, coded, ...footer, brand].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Renders the subject and both bodies of a mail in its language. */
export function renderMail(message: MailMessage, brand: string) {
  const content = contentOf(message, brand);
  return { subject: content.subject, text: plain(content), html: page(content) };
}

/** Renders a product's own mail in the look of the others. */
export function renderNotice({ language, subject, heading, text, button, link = '' }: Notice, brand: string) {
  const { linkHint } = messageTexts[language];
  const content: Content = {
    language,
    subject: oneLine(subject),
    brand,
    heading,
    text,
    button,
    link,
    linkHint,
    codeHint: '',
    code: '',
    footer: [],
  };
  return { subject: content.subject, text: plain(content), html: page(content) };
}

export type RenderedMail = ReturnType<typeof renderMail>;
