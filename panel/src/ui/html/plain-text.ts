/**
 * Returns the text of HTML, for a line under a title. A parsed document runs no scripts and loads
 * nothing.
 */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const silent of body.querySelectorAll('script, style, template, noscript')) silent.remove();
  // The end of a block separates words, so a space is inserted.
  for (const block of body.querySelectorAll('p, div, li, br, h1, h2, h3, h4, h5, h6, td, th'))
    block.after(' ');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
