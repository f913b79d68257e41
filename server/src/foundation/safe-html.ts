/**
 * Sanitises HTML that a user wrote for other users. Allows text, lists, tables and links, but no
 * scripts, styles or loaded content (Q-HTMLXSS). The panel's `HtmlText.tsx` sanitises the HTML
 * again before it is shown.
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

/** Escapes plain text for HTML, also for attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => SPECIAL[character]!);

/** True if the HTML contains text. Empty paragraphs and spaces do not count. */
export const hasText = (html: string): boolean =>
  html.replace(/<[^>]*>/g, '').replace(/&nbsp;|\s/g, '') !== '';

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
  amp: '&',
};

/**
 * Converts sanitised HTML to plain text: each block becomes a text line, list items start with a
 * dot, links show their address.
 */
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
