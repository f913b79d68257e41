/**
 * Links that open a chat with a seller's bot or number. Several sellers share a bot, so the link
 * contains the public id of the seller and the code of the link's origin, as `q7Rk2mVx9a-status`.
 */

interface LinkedSeller {
  readonly publicId: string;
  readonly originCode?: string | undefined;
}

const toCode = ({ publicId, originCode }: LinkedSeller): string =>
  originCode === undefined ? publicId : `${publicId}-${originCode}`;

export const telegramChatUrl = (
  { username }: { readonly username: string },
  seller: LinkedSeller,
): string => `https://t.me/${username}?start=${toCode(seller)}`;

/** Returns undefined if Meta reports no number that people can write to. */
export function whatsappChatUrl(
  { displayNumber }: { readonly displayNumber: string },
  seller: LinkedSeller & { readonly name: string },
): string | undefined {
  const digits = displayNumber.replace(/\D/g, '');
  const text = `Oi! Quero falar com ${seller.name} (${toCode(seller)})`;
  return digits === '' ? undefined : `https://wa.me/${digits}?text=${encodeURIComponent(text)}`;
}

const CODE = '([0-9A-Za-z]{10})(?:-([a-z0-9-]{1,30}))?';
const telegramStart = new RegExp(`^/start(?:@\\w+)? +${CODE}\\s*$`);
const whatsappText = new RegExp(`\\(${CODE}\\)\\s*$`);

/** Returns the seller that the first message of a link names. */
export function parseChatLink(text: string): LinkedSeller | undefined {
  const [, publicId, originCode] = telegramStart.exec(text) ?? whatsappText.exec(text) ?? [];
  return publicId === undefined ? undefined : { publicId, originCode };
}
