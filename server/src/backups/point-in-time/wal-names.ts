/**
 * Formats and parses the names of write-ahead log segments and bases, in PostgreSQL and in the
 * stores.
 */

/** Segment size in bytes that initdb uses. */
export const SEGMENT_BYTES = 16 * 1024 * 1024;
const SEGMENTS_OF_LOG = 0x1_0000_0000 / SEGMENT_BYTES;

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;

export const isSegment = (name: string): boolean => SEGMENT.test(name);
export const isHistory = (name: string): boolean => HISTORY.test(name);

const hex = (number: number): string => number.toString(16).toUpperCase().padStart(8, '0');

const timelineOf = (segment: string): string => segment.slice(0, 8);

/**
 * Returns the name of the segment that contains a position of the write-ahead log, such as
 * `0/3000028` on timeline 1.
 */
export function segmentAt(lsn: string, timeline: number): string {
  const [log = '', offset = ''] = lsn.split('/');
  const number = Math.floor(Number.parseInt(offset, 16) / SEGMENT_BYTES);
  return `${hex(timeline)}${hex(Number.parseInt(log, 16))}${hex(number)}`;
}

/** Returns the next segment of the same timeline. */
export function nextSegment(segment: string): string {
  const [log, number] = [segment.slice(8, 16), segment.slice(16)].map((part) =>
    Number.parseInt(part, 16),
  );
  const isLast = number! + 1 === SEGMENTS_OF_LOG;
  return `${timelineOf(segment)}${hex(isLast ? log! + 1 : log!)}${hex(isLast ? 0 : number! + 1)}`;
}

export const WAL_FOLDER = 'wal';
export const BASE_FOLDER = 'base';

export interface StoredWal {
  readonly file: string;
  /** System identifier of the cluster that wrote the file. */
  readonly system: string;
  /** Name of a segment or of a timeline history. */
  readonly name: string;
  readonly closedAt: Date;
}

const WAL_FILE = /^wal\/(\d{1,20})-([0-9A-F]{24}|[0-9A-F]{8}\.history)-(\d{1,15})\.zst\.age$/;

/**
 * Returns the name of a file of the write-ahead log in a store. The name contains the time at which
 * the segment was closed, so that a listing shows the end of the log.
 */
export const walFile = ({ system, name, closedAt }: Omit<StoredWal, 'file'>): string =>
  `${WAL_FOLDER}/${system}-${name}-${closedAt.getTime()}.zst.age`;

export function readWalFile(file: string): StoredWal | undefined {
  const [, system, name, closed] = WAL_FILE.exec(file) ?? [];
  if (!system || !name) return undefined;
  return { file, system, name, closedAt: new Date(Number(closed)) };
}

export interface StoredBase {
  readonly file: string;
  readonly system: string;
  /** The first segment that a restore of this base needs. */
  readonly segment: string;
  /** Earliest moment that can be restored with this base. */
  readonly endedAt: Date;
}

const BASE_FILE = /^base\/(\d{1,20})-([0-9A-F]{24})-(\d{1,15})\.tar\.zst\.age$/;

export const baseFile = ({ system, segment, endedAt }: Omit<StoredBase, 'file'>): string =>
  `${BASE_FOLDER}/${system}-${segment}-${endedAt.getTime()}.tar.zst.age`;

export function readBaseFile(file: string): StoredBase | undefined {
  const [, system, segment, ended] = BASE_FILE.exec(file) ?? [];
  if (!system || !segment) return undefined;
  return { file, system, segment, endedAt: new Date(Number(ended)) };
}
