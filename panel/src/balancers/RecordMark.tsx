import type { DnsRecord } from '@ramal/contract/operations/dns-providers';
import { IconPencilExclamation } from '@tabler/icons-react';
import classes from './RecordMark.module.css';

type RecordProblem = Exclude<DnsRecord['state'], 'made' | 'waiting'>;

const words: Record<RecordProblem, { text: string; why: (record: DnsRecord) => string }> = {
  foreign: {
    text: 'Alterado por fora',
    why: ({ found: addresses, ip }) =>
      `No provedor está ${foundInWords(addresses)}, e o painel quer ${ip}.`,
  },
  'no-zone': { text: 'Sem zona', why: () => 'O provedor de DNS não tem a zona deste nome.' },
  refused: {
    text: 'Recusado pelo provedor',
    why: ({ problem }) => problem ?? 'O provedor de DNS não aceitou o registro.',
  },
};

export const foundInWords = (addresses: readonly string[]): string =>
  addresses.length > 0 ? addresses.join(', ') : 'nenhum registro';

/** True if a DNS record differs from the record that the panel expects. */
export const isRecordProblem = (
  record: DnsRecord | null,
): record is DnsRecord & { state: RecordProblem } => record !== null && record.state in words;

export const recordProblemText = ({ state }: { state: RecordProblem }): string => words[state].text;

export function RecordMark({ record }: { record: DnsRecord & { state: RecordProblem } }) {
  const { text, why } = words[record.state];
  return (
    <span className={classes.root} title={why(record)}>
      <IconPencilExclamation size={15} stroke={1.75} aria-hidden />
      {text}
    </span>
  );
}
