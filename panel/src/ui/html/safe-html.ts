/**
 * What an announcement may bring onto the screen: text, lists, tables and links, and nothing that
 * loads, runs or dresses itself (Q-HTMLXSS). Whoever wrote it was asked the same; this side trusts nobody.
 */
import createDOMPurify from 'dompurify';

const TAGS = (
  'p br hr b strong i em u s small mark sub sup code pre h1 h2 h3 h4 h5 h6 blockquote ul ol li a div span ' +
  'table thead tbody tr th td'
).split(' ');

const purify = createDOMPurify(window);
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  // The panel stays open behind it, and the other page gets no hold of it.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

export const safeHtml = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // The addresses of links; every other value is asked too, unless it is said to hold none.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan'],
  });
