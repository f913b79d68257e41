/**
 * Tests external files in every encoding and compression: complete, truncated, too large and of
 * another kind.
 */
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { decodeText, textDecoding } from './decode-text.ts';
import { unpackedText } from './unpack.ts';

const LIMIT = { bytes: 1024 * 1024, tooLarge: 'grande demais' };
const caseFile = (name: string): Buffer =>
  readFileSync(new URL(`./cases/${name}`, import.meta.url));

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, size = 7): Promise<string> {
  const parts: string[] = [];
  for await (const part of unpackedText(inChunks(bytes, size), LIMIT)) parts.push(part);
  return parts.join('');
}

describe('the encoding of a file', () => {
  const text = '<?xml version="1.0"?>\r\n<tv>Canção da manhã, São João</tv>';
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with its mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('recognises the encoding %s', async (_, bytes) => {
    expect(await read(bytes)).toBe(text);
    expect(await read(bytes, bytes.length)).toBe(text);
    expect(decodeText(bytes)).toBe(text);
  });

  it('reads a file in its declared encoding', async () => {
    expect(await read(caseFile('xmltv-03-latin1.xml'))).toContain('Canção da manhã');
    const cyrillic = Buffer.from([0xcc, 0xcd]);
    const declared = Buffer.from('<?xml version="1.0" encoding="windows-1251"?><tv>');
    expect(await read(Buffer.concat([declared, cyrillic]))).toContain('МН');
  });

  it('reads a list without a declaration as Windows-1252', async () => {
    const list = await read(caseFile('m3u-04-latin1.m3u'));
    expect(list).toContain('São João TV');
    expect(list).toContain('Educação');
  });

  it('ignores an encoding that is unknown or contradicts the bytes', () => {
    for (const label of ['nonsense', 'utf-16'])
      expect(
        decodeText(Buffer.from(`<?xml version="1.0" encoding="${label}"?><a>ç</a>`)),
      ).toContain('ç');
  });

  it('keeps UTF-8 when one byte is invalid', () => {
    const bytes = Buffer.concat([Buffer.from('ação '), Buffer.from([0xe9]), Buffer.from(' ação')]);
    expect(decodeText(bytes)).toBe('ação é ação');
  });

  it('decodes letters that are split between chunks', () => {
    const decoding = textDecoding();
    const bytes = Buffer.from(`${'a'.repeat(300)}€📺`);
    const text = [...bytes].map((byte) => decoding.write(Uint8Array.of(byte))).join('');
    expect(text + decoding.end()).toBe(bytes.toString());
  });
});

describe('a packed file', () => {
  const guide = '<tv>'.padEnd(5_000, ' abc');
  const zipped = zipSync({ 'pasta/': new Uint8Array(), 'pasta/guia.xml': strToU8(guide) });
  const stored = zipSync({ 'guia.xml': strToU8(guide) }, { level: 0 });

  it.each([
    ['gzip', gzipSync(guide)],
    ['zip', zipped],
    ['a zip without compression', stored],
  ])('is read from %s', async (_, bytes) => {
    expect(await read(bytes)).toBe(guide);
    expect(await read(bytes, bytes.length)).toBe(guide);
  });

  it.each(['xmltv-05.xml.xz', 'xmltv-07.zip'])('is read from %s', async (name) => {
    expect(await read(caseFile(name))).toMatch(/<tv>[^]*<\/tv>/);
  });

  it('is refused by the name of a compression that is not read', async () => {
    await expect(read(Buffer.from('BZh91AY&SY'.padEnd(64, 'x')))).rejects.toThrow(
      'O arquivo está comprimido em bz2. Envie-o sem compressão, ou em gzip, zip ou xz.',
    );
  });

  it.each([
    ['gzip', gzipSync(guide).subarray(0, 30)],
    ['zip', zipped.subarray(0, 100)],
    ['a zip without compression', stored.subarray(0, 2_000)],
    ['xz', caseFile('xmltv-05.xml.xz').subarray(0, 120)],
  ])('rejects a truncated file from %s', async (_, cut) => {
    await expect(read(cut)).rejects.toThrow('O arquivo comprimido está incompleto ou danificado.');
  });

  it('rejects a file that unpacks to more than the limit', async () => {
    const bomb = strToU8(' '.repeat(2 * LIMIT.bytes));
    for (const bytes of [gzipSync(bomb), zipSync({ a: bomb })])
      await expect(read(bytes, 65_536)).rejects.toThrow('grande demais');
  });

  it('rejects an empty or encrypted zip with its reason', async () => {
    const locked = Buffer.from(stored);
    locked[6]! |= 1;
    await expect(read(locked)).rejects.toThrow('O zip tem senha.');
    await expect(read(zipSync({ 'pasta/': new Uint8Array() }))).rejects.toThrow(
      'O zip não tem nenhum arquivo.',
    );
  });
});
