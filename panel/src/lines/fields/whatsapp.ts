/** A customer's number: kept as digits, shown so that a person can check it, opened in WhatsApp. */
export const onlyDigits = (text: string): string => text.replace(/\D/g, '');

/** `55 11 95555-0142`; numbers of other countries as they are. */
export function formatNumber(number: string): string {
  const found = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  return found ? `55 ${found[1]} ${found[2]}-${found[3]}` : number;
}

export const isNumber = (number: string): boolean => /^\d{8,15}$/.test(number);

/** Must be called by the click itself: a browser stops windows that open later. */
export function openWhatsApp(number: string, text: string): void {
  window.open(
    `https://wa.me/${number}?text=${encodeURIComponent(text)}`,
    '_blank',
    'noopener,noreferrer',
  );
}
