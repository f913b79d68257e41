/**
 * Recreates and synchronises lines. In the specification, one call makes an external service
 * recreate the line under its user name. The other call sends the state of the line to this
 * service. Here all platforms are built in. Recreating a line therefore ends its viewings and
 * returns the same access data. Synchronising a line returns its state. Neither call charges
 * credits or moves an expiry. Source: Q-RECREATE, S-IPTVLIST-32, S-IPTVLIST-55, S-P2PLIST-25,
 * S-P2PLIST-26.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { idParam, regPassword } from '../api/fields.ts';
import { iptvReceipt } from './iptv-lines.ts';
import { p2pLine, p2pReceipt } from './p2p-lines.ts';
import { type Platform, type PlatformKey, platforms } from '../rules/platforms.ts';
import { translated } from '../api/translated.ts';

const aboutLine = {
  method: 'PUT',
  params: idParam,
  body: z.object({ regPassword: regPassword }),
  errors: ['line_not_found'],
} as const;

export const recreateIptvLine = endpoint({
  ...aboutLine,
  access: { profiles },
  name: 'recreate-iptv-line',
  path: '/api/recreate-line/:id',
  summary:
    'Recria a linha: encerra o que está tocando e mostra os mesmos dados de acesso; o vencimento não muda.',
  answer: translated({ ...iptvReceipt, message: z.string() }),
});

/** Declares the calls that recreate and synchronise the lines of one P2P service. */
function p2pUpkeep<const Key extends Exclude<PlatformKey, 'iptv'>>(
  platform: Platform & { readonly key: Key },
) {
  const { key, label, grants } = platform;
  return {
    recreate: endpoint({
      ...aboutLine,
      access: { profiles, grants },
      name: `recreate-${key}-line`,
      path: `/api/recreate-line-${key}/:id`,
      summary: `Recria a linha ${label}: mostra os mesmos dados de acesso; o vencimento não muda.`,
      answer: translated({ ...p2pReceipt, message: z.string() }),
    }),
    sync: endpoint({
      ...aboutLine,
      access: { profiles, grants },
      name: `sync-${key}-line`,
      path: `/api/sinc-line-${key}/:id`,
      summary: `Sincroniza a linha ${label}: lê de novo o estado dela e o confirma.`,
      answer: translated({ ...p2pLine, message: z.string() }),
    }),
  };
}

export type P2pUpkeep = ReturnType<typeof p2pUpkeep>;

export const p2pUpkeepCalls = p2pUpkeep({ ...platforms.p2p, key: 'p2p' });
export const newP2pUpkeepCalls = p2pUpkeep({ ...platforms['new-p2p'], key: 'new-p2p' });
