/**
 * Text of a log entry as the server wrote it. Only <b> and the five HTML escapes are interpreted,
 * so that other text cannot become markup (Q-HTMLXSS).
 */
import type { ReactNode } from 'react';
import classes from './LogText.module.css';

export function LogText({ html }: { html: string }) {
  return <span className={classes.root}>{parseLogText(html)}</span>;
}

const BOLD = /<b>(.*?)<\/b>/g;

export function parseLogText(html: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let from = 0;
  for (const match of html.matchAll(BOLD)) {
    if (match.index > from) nodes.push(plain(html.slice(from, match.index)));
    nodes.push(<b key={match.index}>{plain(match[1]!)}</b>);
    from = match.index + match[0].length;
  }
  if (from < html.length) nodes.push(plain(html.slice(from)));
  return nodes;
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

export const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39);/g, (sign) => entities[sign]!);
