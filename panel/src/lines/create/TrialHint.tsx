/**
 * Shows how many tests this customer has already had on any platform, before another test is
 * created.
 */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { isMac } from '@ramal/contract/rules/mac';
import { TRIAL_DAYS, getTrialHistory } from '@ramal/contract/lines/trial-history';
import { useDebouncedValue } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { relativeWord } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useCall } from '../../foundation/api/query.ts';
import { Notice } from '../../ui/status/Notice.tsx';
import { usePhoneNumbers } from '../../foundation/phone.ts';
import { isNumber } from '../fields/whatsapp.ts';

/** Number of earlier tests from which the hint is a warning. A single test is normal. */
const OFTEN = 2;

interface TrialHintProps {
  now: Date;
  number?: string;
  mac?: string;
}

export function TrialHint({ number = '', mac = '', now }: TrialHintProps) {
  usePhoneNumbers(number);
  const query = {
    ...(isNumber(number) ? { whatsapp: number } : {}),
    ...(isMac(mac) ? { mac } : {}),
  };
  const queryText = JSON.stringify(query);
  const [settled] = useDebouncedValue(queryText, 400);
  const { data } = useCall(
    getTrialHistory,
    { query: JSON.parse(settled) as typeof query },
    { enabled: settled !== '{}' },
  );
  const tests = data ? data.number.tests + data.device.tests + data.connection.tests : 0;
  if (!data || queryText !== settled || tests === 0) return null;
  return (
    <Notice tone={tests >= OFTEN ? 'warn' : 'accent'} icon={IconHistory}>
      {trialSentences(data, now).join(' ')}
    </Notice>
  );
}

export function trialSentences(
  { number, device, connection }: ResponseOf<typeof getTrialHistory>,
  now: Date,
): string[] {
  return [
    ...(number.tests > 0
      ? [
          `Este número já recebeu ${pluralize(number.tests, 'teste', 'testes')} nos últimos ${TRIAL_DAYS} dias, o último ${when(number.lastTimestamp, now)}.`,
          ownPart(number.own, number.tests),
        ]
      : []),
    ...(device.tests > 0
      ? [
          `${pluralize(device.tests, 'teste já foi posto', 'testes já foram postos')} neste aparelho, o último ${when(device.lastTimestamp, now)}.`,
        ]
      : []),
    ...(connection.tests > 0
      ? [
          number.tests > 0
            ? `Mais ${pluralize(connection.tests, 'teste foi assistido', 'testes foram assistidos')} na mesma conexão de internet.`
            : `${pluralize(connection.tests, 'teste de outro número foi assistido', 'testes de outros números foram assistidos')} na conexão de internet deste cliente, o último dado ${when(connection.lastTimestamp, now)}.`,
        ]
      : []),
  ].filter(Boolean);
}

const when = (timestamp: number | null, now: Date): string =>
  timestamp === null ? '' : relativeWord(new Date(timestamp * 1000), now);

function ownPart(ownTrials: number, allTrials: number): string {
  if (ownTrials === allTrials)
    return allTrials === 1 ? 'Foi dado na sua rede.' : 'Todos na sua rede.';
  if (ownTrials === 0)
    return allTrials === 1 ? 'Foi dado por outra revenda.' : 'Todos por outras revendas.';
  return `${pluralize(ownTrials, 'deles foi dado', 'deles foram dados')} na sua rede.`;
}
