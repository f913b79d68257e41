/**
 * Proves the archive of one channel. Opens yesterday's evening and the beginning of the window at
 * the source. Checks that neither the live stream nor an older moment is played.
 */
import { type ArchiveCheck, archiveChecks } from '@ramal/contract/catalogue/archive';
import { DAY_MS, MINUTE_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import {
  addDays,
  formatDateTime,
  localDay,
  parseLocalSecond,
  unixSeconds,
} from '../../../foundation/clock.ts';
import type { AppContext } from '../../../foundation/app-context.ts';
import { fetchSource as fetchWithHeaders } from '../../../foundation/untrusted/fetch-source.ts';
import type { FetchSource } from '../../upstream/open-source.ts';
import { findArchive, findProgrammeStart, isInWindow } from '../find-archive.ts';
import { type ArchiveFailure, type PlayableSource, openArchive } from '../open-archive.ts';
import { parseArchiveStart } from '../requested-moment.ts';
import { archiveAddresses } from '../../../catalogue/catalogue.ts';
import { differsFromLive } from './compare-with-live.ts';
import { measureSources } from './measure-sources.ts';
import { storeProof, type MeasuredSource, type ProofOutcome } from './store-proof.ts';

interface Channel {
  readonly epgChannelId: string | null;
  readonly source: string;
  readonly promisedDays: number;
  /** Number of days that players see while the archive is offered. */
  readonly days: number;
}

interface Opening {
  readonly failure: ArchiveFailure | undefined;
  readonly ms: number;
}

/** @param step is called before each of the five checks with its number. */
export async function proveChannel(
  ctx: AppContext,
  streamId: number,
  step: (done: number) => Promise<void>,
): Promise<ProofOutcome['result'] | undefined> {
  const channel = await ctx.db.first<Channel>(sql`
    select s.epg_channel_id, s.source, a.promised_days,
      case when a.chosen_days > 0 then least(a.chosen_days, a.promised_days) else a.promised_days end as days
    from streams s join channel_archives a on a.stream_id = s.id
    where s.id = ${streamId} and a.promised_days > 0`);
  if (!channel) return undefined;
  const probe = new ArchiveProbe(ctx, channel, await measureSources(ctx, streamId));
  const checks: ArchiveCheck[] = [];
  for (const [index, check] of archiveChecks.entries()) {
    await step(index);
    checks.push({ check, ...(await probe[check](streamId)) });
  }
  const outcome = probe.outcome(checks);
  await storeProof(ctx, streamId, outcome, probe.sources);
  return outcome.result;
}

type CheckResult = Omit<ArchiveCheck, 'check'>;

const OPENED_SECONDS = 120;
const SEEKS = 6;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).replace('.', ',')} s`;

class ArchiveProbe {
  readonly #ctx: AppContext;
  readonly #channel: Channel;
  readonly #now: Date;
  readonly #fetchSource: FetchSource;
  #answeredDays = 0;
  #isLive = false;
  sources: MeasuredSource[];

  constructor(ctx: AppContext, channel: Channel, sources: MeasuredSource[]) {
    this.#ctx = ctx;
    this.#channel = channel;
    this.#now = ctx.clock.now();
    this.#fetchSource = (url, options) => fetchWithHeaders(ctx.config.privateOrigins, url, options);
    this.sources = sources;
  }

  async forms(): Promise<CheckResult> {
    const at = this.#evening();
    const name = this.#nameOf(at);
    const starts = FORMS.map((write) => parseArchiveStart(write(at), 'UTC')?.getTime());
    if (starts.some((start) => start !== at.getTime()))
      return problem(`${name}: as formas de endereço não levam ao mesmo minuto`, '');
    const { failure, ms } = await this.#open(at);
    return failure
      ? problem(`${name}: não abriu`, failure === 'live' ? 'ao vivo' : seconds(ms))
      : ok(`${name}: o mesmo minuto nas cinco formas de endereço`, seconds(ms));
  }

  async 'window-start'(): Promise<CheckResult> {
    const { days, promisedDays } = this.#channel;
    const at = this.#startOf(days);
    const name = `Início da janela, ${formatDateTime(at, this.#ctx.clock.timeZone).slice(0, 5)} ${formatDateTime(at, this.#ctx.clock.timeZone).slice(11)}`;
    const { failure, ms } = await this.#open(at);
    this.#answeredDays = failure
      ? await this.#deepest(days - 1)
      : days === promisedDays
        ? days
        : Math.max(days, await this.#deepest(promisedDays));
    return failure
      ? problem(`${name}: não abriu`, `${this.#answeredDays} de ${days} dias`)
      : ok(`${name}: abriu`, seconds(ms));
  }

  async 'before-window'(streamId: number): Promise<CheckResult> {
    const at = new Date(this.#startOf(this.#channel.days).getTime() - 2 * MINUTE_MS);
    const result = await findArchive(this.#ctx, streamId, { start: at, minutes: 60 });
    return typeof result === 'string'
      ? ok('Um minuto antes da janela: recusado, como deve ser', '404')
      : problem('Um minuto antes da janela: abriu, e não devia', '200');
  }

  async 'not-live'(): Promise<CheckResult> {
    if (this.#isLive) return problem('A fonte devolve o ao vivo no lugar do passado', 'comparado');
    const text = 'Não devolve o ao vivo no lugar do passado';
    return this.#answeredDays > 0
      ? ok(text, 'comparado')
      : { result: 'skipped', text, detail: 'nada abriu' };
  }

  /** Counts the viewings that six seeks within one programme would open. */
  async seeks(): Promise<CheckResult> {
    const { epgChannelId } = this.#channel;
    const first = await findProgrammeStart(this.#ctx, epgChannelId, this.#evening());
    const next = new Date(first.getTime() + SEEKS * MINUTE_MS - MINUTE_MS);
    const starts = await Promise.all(
      Array.from({ length: SEEKS }, (_, n) =>
        findProgrammeStart(
          this.#ctx,
          epgChannelId,
          new Date(first.getTime() + ((next.getTime() - first.getTime()) * n) / (SEEKS - 1)),
        ),
      ),
    );
    if (new Set(starts.map(Number)).size === 1)
      return ok('Avançar e voltar não conta como segunda tela', `${SEEKS} pulos`);
    return {
      result: 'skipped',
      text: 'Sem guia nesse dia: cada pulo por horário é outra exibição',
      detail: 'sem guia',
    };
  }

  outcome(checks: readonly ArchiveCheck[]): ProofOutcome {
    const answered = this.#isLive ? 0 : this.#answeredDays;
    return {
      result: this.#isLive
        ? 'live'
        : answered === 0
          ? 'failed'
          : answered < this.#channel.days
            ? 'shorter'
            : 'proven',
      provedAt: this.#now,
      proof: {
        provenUntil: answered === 0 ? null : unixSeconds(this.#startOf(answered)),
        promisedDays: this.#channel.promisedDays,
        answeredDays: answered,
        checks,
      },
    };
  }

  /** Returns yesterday at 20:30, or the middle of the window if that time is outside it. */
  #evening(): Date {
    const { timeZone } = this.#ctx.clock;
    const day = addDays(localDay(this.#now, timeZone), -1);
    const at = parseLocalSecond(`${day}T20:30:00`, timeZone);
    const { days } = this.#channel;
    if (isInWindow(at, days, this.#now)) return at;
    const middle = this.#now.getTime() - (days * DAY_MS) / 2;
    return new Date(Math.floor(middle / MINUTE_MS) * MINUTE_MS);
  }

  #nameOf(at: Date): string {
    const { timeZone } = this.#ctx.clock;
    const day = localDay(at, timeZone) === localDay(this.#now, timeZone) ? 'Hoje' : 'Ontem';
    return `${day}, ${formatDateTime(at, timeZone).slice(11)}`;
  }

  /** Returns the first minute within the window of some days. */
  #startOf(days: number): Date {
    return new Date(this.#now.getTime() - days * DAY_MS + MINUTE_MS);
  }

  /** Returns the largest number of days that opens, at most `most`. */
  async #deepest(most: number): Promise<number> {
    let [low, high] = [0, most];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      const { failure } = await this.#open(this.#startOf(middle));
      if (failure) high = middle - 1;
      else low = middle;
    }
    return low;
  }

  async #open(at: Date): Promise<Opening> {
    const begun = performance.now();
    const start = unixSeconds(at);
    const moment = { start, end: start + OPENED_SECONDS, now: unixSeconds(this.#now) };
    let opened = await this.#openAt(moment);
    if (opened === 'live' && (await this.#compare(moment))) opened = await this.#openAt(moment);
    const ms = performance.now() - begun;
    if (opened === 'live') this.#isLive = true;
    if (typeof opened === 'string') return { failure: opened, ms };
    if (opened.container === 'ts') opened.file.close();
    const { source, address } = opened;
    this.#change(source, { form: address.form });
    return { failure: undefined, ms };
  }

  #openAt(moment: Parameters<typeof openArchive>[1]['moment']) {
    const signal = AbortSignal.timeout(60_000);
    return openArchive(this.#fetchSource, {
      sources: this.sources,
      moment,
      prefers: 'm3u8',
      signal,
    });
  }

  /** Returns true if a source without lengths was proven to differ from the live stream. */
  async #compare(moment: Parameters<typeof archiveAddresses>[1]): Promise<boolean> {
    let differs = false;
    for (const source of this.sources) {
      const address = archiveAddresses(source, moment).find(
        ({ container }) => container === 'ts' || source.kind === 'template',
      );
      const liveUrl = source.kind === 'template' ? this.#channel.source : source.address;
      if (!address || source.differsFromLive) continue;
      if (!(await differsFromLive(this.#fetchSource, address.url, liveUrl))) continue;
      this.#change(source, { differsFromLive: true });
      differs = true;
    }
    return differs;
  }

  #change(source: PlayableSource, change: Partial<MeasuredSource>): void {
    this.sources = this.sources.map((row) => (row.id === source.id ? { ...row, ...change } : row));
  }
}

/** Start forms that players send. */
const FORMS: readonly ((at: Date) => string)[] = [
  (at) =>
    at
      .toISOString()
      .slice(0, 16)
      .replace('T', ':')
      .replace(/:(\d\d)$/, '-$1'),
  (at) =>
    at
      .toISOString()
      .slice(0, 16)
      .replace('T', '_')
      .replace(/:(\d\d)$/, '-$1'),
  (at) => at.toISOString().slice(0, 19).replace('T', ' '),
  (at) => at.toISOString(),
  (at) => String(unixSeconds(at)),
];

const ok = (text: string, detail: string): CheckResult => ({ result: 'ok', text, detail });
const problem = (text: string, detail: string): CheckResult => ({
  result: 'problem',
  text,
  detail,
});
