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
export function isSameUrl(one: string, other: string): boolean {
  if (!URL.canParse(one) || !URL.canParse(other)) return one === other;
  return new URL(one).href.replace(/\/+$/, '') === new URL(other).href.replace(/\/+$/, '');
}
