/**
 * MAC addresses as people type them and as they are stored. Source: V-20, V-21, K-17, Q-SMARTSCOPE.
 */
import { z } from 'zod';

const OCTETS = 6;

/** Number of characters of a complete address with colons. */
export const MAC_LENGTH = 17;

/** Formats an incomplete MAC in pairs: «a0b1-c2» → «A0:B1:C2» (V-20). */
export function formatMac(typed: string): string {
  const digits = typed.replace(/[^0-9a-z]/gi, '').slice(0, OCTETS * 2);
  return (digits.toUpperCase().match(/..?/g) ?? []).join(':');
}

/** Addresses that do not identify a device: all zeros, all ones, and the placeholder of phones. */
const nobodys = new Set(['00:00:00:00:00:00', 'FF:FF:FF:FF:FF:FF', '02:00:00:00:00:00']);

/** True if the MAC is complete, hexadecimal, and no placeholder. */
export const isMac = (text: string): boolean =>
  text.length === MAC_LENGTH && /^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/.test(text) && !nobodys.has(text);

/** Error text for a wrong MAC (M-11). */
export const MAC_REFUSED = 'Por favor, insira um endereço MAC válido, como A0:B1:C2:D3:E4:F5';

/** Accepts a MAC in any spelling and returns «A0:B1:C2:D3:E4:F5». */
export const mac = z
  .string()
  .max(100)
  .transform(formatMac)
  .refine(isMac, { error: MAC_REFUSED })
  .meta({ title: 'MAC' });
