import { useMemo } from 'react';
import classes from './HtmlText.module.css';
import createDOMPurify from 'dompurify';

/**
 * Renders HTML that a user wrote. The server sanitises the HTML before it stores it, and the panel
 * sanitises it again (Q-HTMLXSS).
 */
export function HtmlText({ html }: { html: string }) {
  const safe = useMemo(() => safeHtml(html), [html]);
  return (
    // oxlint-disable-next-line react/no-danger
    <div className={classes.root} data-html-text dangerouslySetInnerHTML={{ __html: safe }} />
  );
}

/**
 * Elements that the HTML may contain: text, lists, tables and links. They can load, run or style
 * nothing (Q-HTMLXSS). The server sanitises the text too, but the panel does not rely on the
 * server.
 */
const TAGS = (
  'p br hr b strong i em u s small mark sub sup code pre h1 h2 h3 h4 h5 h6 blockquote ul ol li a div span ' +
  'table thead tbody tr th td'
).split(' ');

const purify = createDOMPurify(window);
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  // Opens the link in another tab, without access to the tab of the panel.
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer');
});

const safeHtml = (html: string): string =>
  purify.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'title', 'colspan', 'rowspan'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Allows only these URLs in attributes with URLs. DOMPurify also checks the values of all other
    // attributes, unless they are listed as safe.
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:|tel:)/i,
    ADD_URI_SAFE_ATTR: ['colspan', 'rowspan'],
  });
