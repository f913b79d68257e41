/**
 * Returns the text of HTML, for a text line below a title. The HTML is parsed as a document, which
 * runs no scripts and loads nothing.
 */
export function plainText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const silent of body.querySelectorAll('script, style, template, noscript')) silent.remove();
  // Inserts a space at the end of each block, because blocks separate words.
  for (const block of body.querySelectorAll('p, div, li, br, h1, h2, h3, h4, h5, h6, td, th'))
    block.after(' ');
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}
