/**
 * Connects to the server to check its address and key before they are stored, and reads its
 * packages and number of lines.
 */
import { refuse } from '@ramal/contract/api/errors';
import type { AppContext } from '../foundation/app-context.ts';
import { findFetchFailureReason } from '../foundation/fetch-untrusted.ts';
import { isProviderFailure, isProviderUnavailable } from '../foundation/provider-error.ts';
import { createPlatform } from './create-platform.ts';
import type { Proof, ServerKind } from './port.ts';
import type { ServerAccess } from './server-access.ts';

export interface ProvenServer extends Proof {
  readonly access: ServerAccess;
  /** Text for the administration: «Respondeu: 12 pacotes, 30 bouquets e 1.204 linhas.» */
  readonly finding: string;
}

const PROOF_MS = 40_000;

export async function proveServer(
  ctx: Pick<AppContext, 'config' | 'db' | 'clock'>,
  kind: ServerKind,
  access: ServerAccess,
): Promise<ProvenServer> {
  const signal = AbortSignal.timeout(PROOF_MS);
  let reason = '';
  for (const candidate of addressesOf(kind, access)) {
    try {
      const platform = await createPlatform(ctx, kind, candidate, signal);
      const proof = await platform.prove();
      return { ...proof, access: candidate, finding: findingOf(kind, candidate, proof) };
    } catch (error) {
      if (isProviderFailure(error, 'unauthorized')) refuse('line_server_key_refused');
      if (!isProviderUnavailable(error)) throw error;
      reason ||= error.message;
      // The host cannot be reached, so its other paths are not tried.
      if (findFetchFailureReason(error.cause)) break;
    }
  }
  return refuse('line_server_silent', { values: { reason } });
}

/**
 * Returns the addresses to try, because XUI installations use different paths after the access
 * code.
 */
function addressesOf(kind: ServerKind, { url, key }: ServerAccess): ServerAccess[] {
  if (kind !== 'xui') return [{ url, key }];
  const base = url.replace(/\/+$/, '');
  const urls = base.endsWith('.php') ? [base] : [`${base}/`, base, `${base}/api.php`];
  return urls.map((candidate) => ({ url: candidate, key }));
}

function findingOf(kind: ServerKind, { url }: ServerAccess, { offers, lines }: Proof): string {
  const count = (n: number, singular: string, plural: string) =>
    `${n.toLocaleString('pt-BR')} ${n === 1 ? singular : plural}`;
  const counts = [
    count(
      offers.packages.length,
      kind === 'xui' ? 'pacote' : 'produto',
      kind === 'xui' ? 'pacotes' : 'produtos',
    ),
    ...(kind === 'xui' ? [count(offers.bouquets.length, 'bouquet', 'bouquets')] : []),
  ];
  const open = url.startsWith('http://') ? ' Sem HTTPS, a chave viaja aberta.' : '';
  return `Respondeu: ${counts.join(', ')} e ${count(lines, 'linha', 'linhas')}.${open}`;
}
