/**
 * Builds the messages after a change to a CNAME. They show the current record at the DNS provider.
 */
import type { DnsRecord } from '@ramal/contract/operations/dns-providers';
import type { Removal } from '../zones/zones.ts';

/**
 * Returns the message for a saved CNAME. `record` is null if the panel manages no record for it.
 */
export function savedMessage(success: string, record: DnsRecord | null): string {
  if (record === null || record.state === 'made') return success;
  return `Guardado no painel, mas o DNS ainda não mudou: ${problems[record.state](record)}`;
}

const problems: Readonly<
  Record<Exclude<DnsRecord['state'], 'made'>, (record: DnsRecord) => string>
> = {
  waiting: () => 'o provedor não respondeu, e o painel tenta de novo a cada minuto.',
  foreign: ({ found: current }) =>
    current.length > 0
      ? `o registro foi alterado por fora, e lá está ${current.join(', ')}.`
      : 'o registro foi excluído por fora.',
  'no-zone': () => 'o provedor não tem a zona deste nome.',
  refused: ({ problem }) => `o provedor recusou o registro${problem ? ` (${problem})` : ''}.`,
};

export function deletedMessage(removal: Removal & { readonly ip: string }): string {
  if (removal.outcome === 'removed') return 'CNAME removido da lista, e o registro excluído no DNS';
  if (removal.outcome === 'stays')
    return `CNAME removido da lista. O registro continua no provedor de DNS: ${removal.values.join(', ')}.`;
  if (removal.outcome === 'unknown')
    return `CNAME removido da lista. O provedor de DNS não excluiu o registro, que continua lá com ${removal.ip}.`;
  return 'CNAME removido da lista';
}
