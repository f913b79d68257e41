/**
 * Returns the text of a Pix that no bank accepts: well-formed, with its checksum and an invented
 * key.
 */
export function pixText(cents: number, reference: string): string {
  const merchant = field('00', 'br.gov.bcb.pix') + field('01', reference);
  const body = [
    field('00', '01'),
    field('26', merchant),
    field('52', '0000'),
    field('53', '986'),
    field('54', (cents / 100).toFixed(2)),
    field('58', 'BR'),
    field('59', 'CAIXA DE TESTE'),
    field('60', 'SAO PAULO'),
    field('62', field('05', reference.replaceAll('-', '').slice(0, 25))),
    '6304',
  ].join('');
  return body + checkSum(body);
}

const field = (id: string, value: string): string =>
  `${id}${String(value.length).padStart(2, '0')}${value}`;

/** Calculates the checksum CRC-16/CCITT-FALSE, as the Pix manual requires. */
function checkSum(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
