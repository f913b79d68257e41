/**
 * Converts the URLs of tools that were written for another panel. People paste the address of the
 * panel with or without `/api`, and even with the path of a call. The tool appends its own path.
 */
const CALL =
  /^\/(?:(?:api|webhook|user|package|customer|create|renew|status)\/)*(webhook\/(?:user|package|customer(?:\/(?:create|renew|status))?)|chatbot\/[^/?]+\/[^/?]+)\/?(\?.*)?$/;

export function integratorUrl(url: string): string {
  if (!url.includes('/webhook/') && !url.includes('/chatbot/')) return url;
  const [, call, query = ''] = CALL.exec(url) ?? [];
  return call === undefined ? url : `/api/${call}${query}`;
}
