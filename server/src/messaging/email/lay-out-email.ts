/**
 * The layout of all e-mails: text and HTML with the same content. Users write the content, so it is
 * escaped.
 */
import { escapeHtml } from '../../foundation/safe-html.ts';

export interface EmailContent {
  readonly title: string;
  /** Line breaks are preserved. */
  readonly paragraphs: readonly string[];
  /** Text lines after the paragraphs, each with one link. */
  readonly links?: readonly { readonly label: string; readonly url: string }[] | undefined;
  readonly button?: { readonly label: string; readonly url: string } | undefined;
  /** Small text at the end: the reason for the e-mail and how to stop such e-mails. */
  readonly footer?: string | undefined;
  readonly footerLink?: { readonly label: string; readonly url: string } | undefined;
}

export function layOutEmail(content: EmailContent): { text: string; html: string } {
  return { text: asText(content), html: asHtml(content) };
}

function asText({
  title,
  paragraphs,
  links = [],
  button,
  footer,
  footerLink,
}: EmailContent): string {
  const end = [footer, footerLink && `${footerLink.label}: ${footerLink.url}`].filter(Boolean);
  return [
    title,
    ...paragraphs,
    ...links.map(({ label, url }) => `${label}\n${url}`),
    ...(button ? [`${button.label}: ${button.url}`] : []),
    ...(end.length > 0 ? [`-- \n${end.join('\n')}`] : []),
  ].join('\n\n');
}

const withBreaks = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/**
 * Renders the HTML of an e-mail. Styles are attributes of the elements, because mail clients remove
 * style sheets.
 */
function asHtml({
  title,
  paragraphs,
  links = [],
  button,
  footer,
  footerLink,
}: EmailContent): string {
  const link = (url: string, label: string, style: string) =>
    `<a href="${escapeHtml(url)}" style="${style}">${escapeHtml(label)}</a>`;
  const small = [
    footer && withBreaks(footer),
    footerLink && link(footerLink.url, footerLink.label, 'color:#656874'),
  ].filter(Boolean);
  return [
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#f6f6f8;color:#16171d;${FONT};font-size:16px;line-height:24px">`,
    '<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e7e7ec;border-radius:12px">',
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${withBreaks(paragraph)}</p>`),
    ...links.map(
      ({ label, url }) => `<p style="margin:0 0 16px">${link(url, label, 'color:#4350d6')}</p>`,
    ),
    button
      ? `<p style="margin:24px 0 8px">${link(button.url, button.label, 'display:inline-block;padding:10px 18px;border-radius:8px;background:#4350d6;color:#ffffff;text-decoration:none')}</p>`
      : '',
    small.length > 0
      ? `<p style="margin:24px 0 0;color:#656874;font-size:13px;line-height:20px">${small.join('<br>')}</p>`
      : '',
    '</div></body></html>',
  ].join('');
}
