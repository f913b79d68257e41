/**
 * Reads an XMLTV guide as a stream, with only the current programme in memory. Does not expand
 * entities that the document defines. Stops at malformed XML.
 */
import { MINUTE_MS } from '@ramal/contract/rules/durations';
import { SaxesParser } from 'saxes';
import { cutText } from '../../foundation/files/cut-text.ts';
import { SkipCounts } from '../../foundation/skip-counts.ts';
import { withoutBareAmpersands } from './bare-ampersands.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

export interface Programme {
  /** Id of the channel in the guide, in lower case. */
  readonly channel: string;
  readonly startsAt: Date;
  /** End of the programme. Null if the guide contains only start times. */
  readonly endsAt: Date | null;
  readonly title: string;
  readonly description: string;
}

const MAX_CHANNEL_LENGTH = 200;
const MAX_TITLE_LENGTH = 300;
const MAX_DESCRIPTION_LENGTH = 2000;
/**
 * Maximum number of characters without a tag. A file with a longer text is rejected, because no
 * guide contains one.
 */
const MAX_UNTAGGED_TEXT_LENGTH = 1024 * 1024;
/**
 * Maximum depth of open tags. The parser stores every open tag. A guide has at most four levels.
 */
const DEEPEST = 32;
const NO_GUIDE = 'O guia não está em XMLTV.';

interface OpenProgramme {
  readonly attributes: Record<string, string>;
  title: BestText;
  desc: BestText;
}
/** Best text so far. A guide may contain the same text in several languages. */
interface BestText {
  text: string;
  rank: number;
}

export async function* parseProgrammes(
  text: AsyncIterable<string>,
  skips = new SkipCounts(),
): AsyncGenerator<Programme> {
  let programmes: Programme[] = [];
  let seen = 0;
  let depth = 0;
  let isGuide = false;
  let open: OpenProgramme | undefined;
  let inside: { readonly field: 'title' | 'desc'; readonly rank: number; text: string } | undefined;
  const parser = new SaxesParser<{ position: false; xmlns: false }>({
    position: false,
    xmlns: false,
  });
  parser.on('error', (error) => {
    if (!error.message.includes('undefined entity')) throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    seen += 1;
    depth += 1;
    if (depth > DEEPEST) throw new ExplainedFailure(NO_GUIDE);
    if (name === 'tv') isGuide = true;
    else if (name === 'programme') open = { attributes, title: nothing(), desc: nothing() };
    else if (open && (name === 'title' || name === 'desc')) {
      inside = { field: name, rank: rankOf(attributes.lang), text: '' };
    }
  });
  const add = (more: string) => {
    seen += 1;
    if (inside && inside.text.length < MAX_DESCRIPTION_LENGTH)
      inside.text += more.slice(0, MAX_DESCRIPTION_LENGTH);
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    seen += 1;
    depth -= 1;
    if (open && inside && name === inside.field) {
      if (inside.rank > open[inside.field].rank && inside.text.trim()) {
        open[inside.field] = { text: inside.text, rank: inside.rank };
      }
      inside = undefined;
    }
    if (open && name === 'programme') {
      const programme = programmeOf(open);
      if (typeof programme === 'string') skips.add(programme);
      else programmes.push(programme);
      open = undefined;
    }
  });
  let untagged = 0;
  for await (const chunk of withoutBareAmpersands(text)) {
    const before = seen;
    feed(parser, chunk);
    untagged = seen === before ? untagged + chunk.length : 0;
    if (untagged > MAX_UNTAGGED_TEXT_LENGTH) throw new ExplainedFailure(NO_GUIDE);
    yield* programmes;
    programmes = [];
  }
  feed(parser, null);
  if (!isGuide) throw new ExplainedFailure('O arquivo não é um guia XMLTV: falta o elemento <tv>.');
  yield* programmes;
}

const nothing = (): BestText => ({ text: '', rank: 0 });

/**
 * Ranks a language: Portuguese first, then texts without a language, then other languages. The
 * first text of a rank is used.
 */
const rankOf = (lang: string | undefined): number =>
  lang === undefined || lang === '' ? 2 : /^pt(?:[-_]|$)/i.test(lang) ? 3 : 1;

function feed(parser: SaxesParser, chunk: string | null): void {
  try {
    if (chunk === null) parser.close();
    else parser.write(chunk);
  } catch (error) {
    if (error instanceof ExplainedFailure) throw error;
    throw new ExplainedFailure(
      'O XML do guia está quebrado ou incompleto; a programação anterior foi mantida.',
      {
        cause: error,
      },
    );
  }
}

function programmeOf({ attributes, title, desc }: OpenProgramme): Programme | string {
  const channel = plain(attributes.channel ?? '', MAX_CHANNEL_LENGTH).toLowerCase();
  const startsAt = readTime(attributes.start ?? '');
  const titleText = plain(title.text, MAX_TITLE_LENGTH);
  if (!channel) return 'programa sem canal';
  if (!startsAt) return 'programa com horário que não se lê';
  if (!titleText) return 'programa sem título';
  const endsAt = readTime(attributes.stop ?? '') ?? null;
  return {
    channel,
    startsAt,
    endsAt: endsAt && endsAt > startsAt ? endsAt : null,
    title: titleText,
    description: plain(desc.text, MAX_DESCRIPTION_LENGTH),
  };
}

const plain = (text: string, most: number): string =>
  cutText(text.replace(/\s+/g, ' ').trim(), most);

const TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)[T\s]?(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,]\d{1,6})?)?)?\s*(?:([+-])(\d{1,2})(?::?(\d\d))?|([a-z]{1,5}))?$/i;
const UNIX = /^\d{9,10}$/;

/** Offset from UTC in hours, by the name of the time zone. */
const ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  WEST: 1,
  BST: 1,
  CET: 1,
  CEST: 2,
  EET: 2,
  EEST: 3,
  MSK: 3,
  FNT: -2,
  BRST: -2,
  BRT: -3,
  ART: -3,
  AMT: -4,
  AST: -4,
  EDT: -4,
  ACT: -5,
  EST: -5,
  CDT: -5,
  CST: -6,
  MDT: -6,
  MST: -7,
  PDT: -7,
  PST: -8,
};

/**
 * Parses `20261121203000 -0300`, ISO 8601, a time with the name of a zone, or Unix seconds. A time
 * without an offset is in UTC. Returns undefined for any other text.
 */
export function readTime(text: string): Date | undefined {
  const value = text.trim();
  return readWrittenTime(value) ?? (UNIX.test(value) ? new Date(Number(value) * 1000) : undefined);
}

function readWrittenTime(text: string): Date | undefined {
  const [, year, month, day, hour, minute = '00', second = '00', sign, hours, minutes = '0', zone] =
    TIME.exec(text) ?? [];
  if (!year || Number(hour) > 23) return undefined;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  const offset = sign
    ? (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
    : (ZONES[zone?.toUpperCase() ?? 'UTC'] ?? Number.NaN) * 60;
  const time = at - offset * MINUTE_MS;
  return Number.isNaN(time) ? undefined : new Date(time);
}
