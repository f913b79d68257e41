/**
 * Decodes bytes of unknown encoding as they arrive. The first of these that applies gives the
 * encoding: byte order mark, declared encoding, strict UTF-8, Windows-1252.
 */
import { isAscii, isUtf8 } from 'node:buffer';

interface TextDecoding {
  write(bytes: Uint8Array): string;
  end(): string;
}

/** Number of bytes at the beginning in which a file may declare its encoding. */
const HEAD_BYTES = 256;

export function textDecoding(): TextDecoding {
  let head: Buffer | undefined = Buffer.alloc(0);
  let decoding: TextDecoding | undefined;
  const begin = (): string => {
    const first = head!;
    head = undefined;
    decoding = decodingFor(first);
    return decoding.write(first);
  };
  return {
    write: (bytes) => {
      if (decoding) return decoding.write(bytes);
      head = Buffer.concat([head!, bytes]);
      return head.length < HEAD_BYTES ? '' : begin();
    },
    end: () => (decoding ? '' : begin()) + decoding!.end(),
  };
}

export function decodeText(bytes: Uint8Array): string {
  const decoding = textDecoding();
  return decoding.write(bytes) + decoding.end();
}

function decodingFor(head: Buffer): TextDecoding {
  if (head[0] === 0xff && head[1] === 0xfe) return withDecoder('utf-16le');
  if (head[0] === 0xfe && head[1] === 0xff) return withDecoder('utf-16be');
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return lenientUtf8();
  const declared = declaredEncoding(head.toString('latin1', 0, HEAD_BYTES));
  return declared === 'utf-8' ? lenientUtf8() : withDecoder(declared);
}

const DECLARATIONS = [
  /^\s*<\?xml\s[^>]{0,120}\sencoding\s*=\s*["']([\w.:-]{1,40})["']/i,
  /^#EXTENC:\s*([\w.:-]{1,40})/im,
];

/**
 * Returns the encoding that the text declares. A declaration of UTF-16 is ignored: the declaration
 * was read as ASCII, so the text is not UTF-16.
 */
function declaredEncoding(head: string): string {
  for (const declaration of DECLARATIONS) {
    const label = declaration.exec(head)?.[1];
    const encoding = label && knownEncoding(label);
    if (encoding && !encoding.startsWith('utf-16')) return encoding;
  }
  return 'utf-8';
}

function knownEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

function withDecoder(encoding: string): TextDecoding {
  const decoder = new TextDecoder(encoding);
  return {
    write: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  };
}

/**
 * Decodes UTF-8 while it is valid. If the text before the first invalid byte is only ASCII, the
 * rest is decoded as Windows-1252. Otherwise only the invalid byte is decoded as Windows-1252.
 */
function lenientUtf8(): TextDecoding {
  const single = new TextDecoder('windows-1252');
  let isSingle = false;
  let hasLetters = false;
  let isFirst = true;
  let rest = Buffer.alloc(0);
  const decode = (bytes: Buffer): string => {
    if (isSingle) return single.decode(bytes);
    if (isUtf8(bytes)) {
      hasLetters ||= !isAscii(bytes);
      return bytes.toString('utf8');
    }
    const parts: string[] = [];
    for (let at = 0; at < bytes.length;) {
      const end = validEnd(bytes, at);
      hasLetters ||= !isAscii(bytes.subarray(at, end));
      parts.push(bytes.toString('utf8', at, end));
      if (end === bytes.length) break;
      isSingle = !hasLetters;
      at = isSingle ? bytes.length : end + 1;
      parts.push(single.decode(bytes.subarray(end, at)));
    }
    return parts.join('');
  };
  const withoutMark = (text: string): string => {
    const plain = isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst &&= text === '';
    return plain;
  };
  return {
    write: (bytes) => {
      const whole = rest.length > 0 ? Buffer.concat([rest, bytes]) : Buffer.from(bytes);
      const end = isSingle ? whole.length : beforeOpenLetter(whole);
      rest = whole.subarray(end);
      return withoutMark(decode(whole.subarray(0, end)));
    },
    end: () => withoutMark(decode(rest)),
  };
}

/** Returns the position after the valid UTF-8 that begins at `from`. */
function validEnd(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const length = letterLength(bytes[at]!);
    if (length === 0 || at + length > bytes.length) return at;
    if (length > 1 && !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}

/**
 * Returns the number of bytes of the UTF-8 character that begins with this byte. Returns 0 if no
 * character begins with it.
 */
function letterLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
}

/**
 * Returns the position of an incomplete UTF-8 character at the end, which the next part may
 * complete. Returns the length if the last character is complete.
 */
function beforeOpenLetter(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const length = letterLength(bytes[bytes.length - back]!);
    if (length > back) return bytes.length - back;
    if (length > 0) break;
  }
  return bytes.length;
}
