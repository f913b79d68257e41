/**
 * Reads the DNS records by which receivers verify an e-mail: SPF, DKIM and DMARC of the sender's
 * domain.
 */
import { Resolver } from 'node:dns/promises';
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import { refuse } from '@ramal/contract/api/errors';
import type { checkMailRecords as declaration } from '@ramal/contract/messaging';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Call } from '../../foundation/http/bind.ts';
import { findOwnRelay } from './relay.ts';

type MailRecord = HandlerResult<typeof declaration>['records'][number];

/** Returns all TXT records of a name; empty without records. Throws if no DNS server answered. */
type ResolveTexts = (name: string) => Promise<readonly string[]>;

export async function checkMailRecords(
  ctx: AppContext,
  { query }: Call<typeof declaration>,
): Promise<HandlerResult<typeof declaration>> {
  const relay = (await findOwnRelay(ctx.db, query.franchise)) ?? refuse('channel_missing');
  const domain = relay.fromAddress.split('@').pop()!;
  return { records: await readMailRecords(textsOf(ctx), domain, relay.dkimSelector) };
}

/**
 * Reads the records. DKIM is checked only with a selector, because the name of its record contains
 * the selector.
 */
export async function readMailRecords(
  resolve: ResolveTexts,
  domain: string,
  selector: string,
): Promise<MailRecord[]> {
  const lookups: { kind: MailRecord['kind']; name: string; starts: RegExp; weak: RegExp }[] = [
    { kind: 'spf', name: domain, starts: /^v=spf1(\s|$)/i, weak: /\s[+?]?all\s*$/i },
    ...(selector
      ? [
          {
            kind: 'dkim' as const,
            name: `${selector}._domainkey.${domain}`,
            starts: /(^|;\s*)p=/i,
            weak: /(^|;\s*)p=\s*(;|$)/i,
          },
        ]
      : []),
    { kind: 'dmarc', name: `_dmarc.${domain}`, starts: /^v=DMARC1/i, weak: /;\s*p=none/i },
  ];
  return Promise.all(
    lookups.map(async ({ kind, name, starts, weak }) => {
      try {
        const value = (await resolve(name)).find((text) => starts.test(text));
        if (value === undefined) return { kind, name, state: 'missing' as const, value: '' };
        return { kind, name, state: weak.test(value) ? ('weak' as const) : ('ok' as const), value };
      } catch {
        return { kind, name, state: 'unknown' as const, value: '' };
      }
    }),
  );
}

const NOTHING_THERE = new Set(['ENODATA', 'ENOTFOUND']);

function textsOf({ config }: AppContext): ResolveTexts {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  resolver.setServers(config.publicResolvers);
  return async (name) => {
    try {
      // DNS divides a long text into pieces.
      return (await resolver.resolveTxt(name)).map((pieces) => pieces.join(''));
    } catch (error) {
      if (NOTHING_THERE.has(String((error as { code?: unknown }).code))) return [];
      throw error;
    }
  };
}
