/** The words of a piece of HTML, for a line under a title. A document made by the parser runs and loads nothing. */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const silent of body.querySelectorAll('script, style, template, noscript')) silent.remove();
  // Where a block ends the next word begins anew.
  for (const block of body.querySelectorAll('p, div, li, br, h1, h2, h3, h4, h5, h6, td, th'))
    block.after(' ');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
