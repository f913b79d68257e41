import { useMemo } from 'react';
import classes from './HtmlText.module.css';
import { safeHtml } from './safe-html.ts';

/** HTML that somebody wrote for others: sanitised by the server when stored, and here once more (Q-HTMLXSS). */
export function HtmlText({ html }: { html: string }) {
  const safe = useMemo(() => safeHtml(html), [html]);
  return (
    // oxlint-disable-next-line react/no-danger
    <div className={classes.root} data-html-text dangerouslySetInnerHTML={{ __html: safe }} />
  );
}
