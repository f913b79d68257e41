import { useMemo } from 'react';
import classes from './HtmlText.module.css';
import createDOMPurify from 'dompurify';

/**
 * Renders HTML that a user wrote. The server sanitises it before it is stored, and the panel again
 * (Q-HTMLXSS).
 */
export function HtmlText({ html }: { html: string }) {
  const safe = useMemo(() => safeHtml(html), [html]);
  return (
    // oxlint-disable-next-line react/no-danger
    <div className={classes.root} data-html-text dangerouslySetInnerHTML={{ __html: safe }} />
  );
}

/**
 * Restricts an announcement to text, lists, tables and links, which can load, run or style nothing
 * (Q-HTMLXSS). The server sanitises it too, but the panel does not rely on the server.
 */
const TAGS = (
  'p br hr b strong i em u s small mark sub sup code pre h1 h2 h3 h4 h5 h6 blockquote ul ol li a div span ' +
  'table thead tbody tr th td'
).split(' ');

const purify = createDOMPurify(window);
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  // The link opens in another tab, and that page cannot access the panel.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

const safeHtml = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Attributes with URLs. DOMPurify also checks the values of all other attributes, unless they
    // are listed as safe.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan'],
  });
