import type { Language } from '../languages.ts';
import type { MailTemplate, MessageTexts } from '../texts/types.ts';
import { messageTexts } from '../texts/index.ts';

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
  /** Lifetime of link and code, in seconds. */
  readonly lifetime?: number;
  /** A mail address that the text names. */
  readonly address?: string;
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** The parts of a mail from top to bottom; absent parts are empty. */
interface Content {
  readonly language: Language;
  readonly brand: string;
  readonly heading: string;
  readonly text: string;
  readonly button: string;
  readonly link: string;
  readonly linkHint: string;
  readonly codeHint: string;
  readonly code: string;
  readonly footer: readonly string[];
}

function paragraph(text: string, style: string): string {
  return text === '' ? '' : `<p style="margin:0 0 16px;${style}">${escape(text)}</p>`;
}

function buttonHtml({ button, link }: Content): string {
  if (link === '') return '';
  const style =
    'display:inline-block;padding:16px 28px;border-radius:10px;background:#9c4a1a;color:#ffffff;font-weight:700;text-decoration:none';
  return `<p style="margin:24px 0"><a href="${escape(link)}" style="${style}">${escape(button)}</a></p>`;
}

function codeHtml({ code, codeHint }: Content): string {
  if (code === '') return '';
  const style = 'font:700 30px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;color:#0b2030';
  return `${paragraph(codeHint, '')}<p style="margin:0 0 24px;${style}">${escape(code)}</p>`;
}

function linkHtml({ link, linkHint }: Content): string {
  if (link === '') return '';
  const address = `<a href="${escape(link)}" style="color:#9c4a1a;word-break:break-all">${escape(link)}</a>`;
  return `<p style="margin:0 0 16px;font-size:13px;color:#4a5a66">${escape(linkHint)}<br>${address}</p>`;
}

function html(content: Content): string {
  const body = [
    `<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25;color:#0b2030">${escape(content.heading)}</h1>`,
    paragraph(content.text, ''),
    buttonHtml(content),
    codeHtml(content),
    linkHtml(content),
    ...content.footer.map((line) => paragraph(line, 'font-size:13px;color:#4a5a66')),
  ].join('\n');
  return `<!doctype html>
<html lang="${content.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light">
<title>${escape(content.heading)}</title></head>
<body style="margin:0;background:#eef2f4">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef2f4"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:14px;overflow:hidden">
<tr><td style="background:#0b2030;border-bottom:4px solid #c8743c;padding:20px 28px;font:700 18px/1.3 Archivo,Arial,sans-serif;color:#ffffff">${escape(content.brand)}</td></tr>
<tr><td style="padding:28px;font:400 16px/1.55 Archivo,Arial,sans-serif;color:#1d2b36">
${body}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function plain({ heading, text, link, codeHint, code, footer, brand }: Content): string {
  const coded = code === '' ? '' : `${codeHint} ${code}`.trim();
  return `${[heading, text, link, coded, ...footer, brand].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Makes a text fit a header line, whatever the company's name contains. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Renders the subject and both bodies of a mail in its language. Every value in the HTML is escaped. */
export function renderMail(message: MailMessage, brand: string): RenderedMail {
  const texts = messageTexts[message.language];
  const template = texts[message.kind];
  const values = { brand, address: message.address ?? '' };
  const { link = '', code = '', lifetime } = message;
  const isRequested = link !== '' || code !== '';
  const content: Content = {
    language: message.language,
    brand,
    heading: template.heading,
    text: template.text(values),
    button: template.button,
    link,
    linkHint: texts.linkHint,
    codeHint: link === '' ? '' : texts.code,
    code,
    footer: [
      ...(lifetime === undefined ? [] : [texts.validity(Math.max(1, Math.floor(lifetime / 60)))]),
      ...(isRequested ? [texts.ignore] : []),
    ],
  };
  return { subject: oneLine(template.subject(values)), text: plain(content), html: html(content) };
}
