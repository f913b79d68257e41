/**
 * Common rule for stored secrets: a secret is sent only to the address for which it was entered. A
 * change of host, port, scheme or protection requires the secret again, so that no user redirects
 * it to another machine.
 */

/** True if each part of the address equals the stored part. */
export const isSameAddress = <Part extends string>(
  stored: Readonly<Record<Part, unknown>>,
  sent: Readonly<Record<Part, unknown>>,
  parts: readonly Part[],
): boolean => parts.every((part) => stored[part] === sent[part]);

/** True if both addresses lead to one scheme, host, port and path. */
export function isSameUrl(first: string, second: string): boolean {
  if (!URL.canParse(first) || !URL.canParse(second)) return first === second;
  return new URL(first).href.replace(/\/+$/, '') === new URL(second).href.replace(/\/+$/, '');
}
