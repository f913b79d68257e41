/**
 * HTML that somebody wrote for others to read: text, lists, tables and links, and nothing that loads, runs or
 * dresses itself (Q-HTMLXSS). The panel's `safe-html.ts` asks the same again before it shows any.
 */
import sanitize from 'sanitize-html';

const TAGS = (
  'p br hr b strong i em u s small mark sub sup code pre h1 h2 h3 h4 h5 h6 blockquote ul ol li a div span ' +
  'table thead tbody tr th td'
).split(' ');

export const safeHtml = (html: string): string =>
  sanitize(html, {
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
