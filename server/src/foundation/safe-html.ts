/**
 * HTML that somebody wrote for others to read: text, lists, tables and links, and nothing that loads, runs or
 * dresses itself (Q-HTMLXSS). The panel's `safe-html.ts` asks the same again before it shows any.
 */

const TAGS = (
  'p br hr b strong i em u s small mark sub sup code pre h1 h2 h3 h4 h5 h6 blockquote ul ol li a div span ' +
  'table thead tbody tr th td'
).split(' ');

export async function safeHtml(html: string): Promise<string> {
  const { default: sanitize } = await import('sanitize-html');
  return sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: {
      a: ['href', 'title'],
      td: ['colspan', 'rowspan'],
      th: ['colspan', 'rowspan'],
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
  });
}

const SPECIAL: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Plain text as it stands in HTML, in an attribute too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (one) => SPECIAL[one]!);

/** Empty paragraphs and spaces alone are no message. */
export const hasWords = (html: string): boolean =>
  html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') !== '';

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  amp: '&',
};

/** Sanitised HTML as plain lines: blocks end a line, points of a list have a dot, links say where they lead. */
export const plainLines = (html: string): string =>
  html
    .replace(/<a href="([^"]*)"[^>]*>(.*?)<\/a>/gis, (_, href: string, name: string) =>
      href.includes(name) ? href : `${name}: ${href}`,
    )
    .replace(/<\/p>\s*(?=<\/(?:li|td|th)>)/gi, '')
    .replace(/<li[^>]*>/gi, '• ')
    .replace(/<br[^>]*>|<\/(?:p|div|li|h\d|tr|blockquote|pre)>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
