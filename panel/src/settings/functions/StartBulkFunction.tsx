/**
 * Confirmation before a bulk function runs. It shows the number of lines and the effect on them,
 * and requires a new code.
 */
import {
  type BulkFunction,
  EXPIRED_DAYS,
  listBulkFunctions,
  startBulkFunctions,
} from '@ramal/contract/lines/bulk-functions';
import { MAX_BATCH_SIZE } from '@ramal/contract/rules/batch-bounds';
import { useDebouncedValue } from '@mantine/hooks';
import { IconStack2 } from '@tabler/icons-react';
import { useState } from 'react';
import { typedWhole, parseWhole } from '../../foundation/amounts.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { CodeDialog } from '../../second-factors/CodeDialog.tsx';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { bulkFunctionWords } from './bulk-function-words.ts';

type Start = (typeof startBulkFunctions)[number];

const TYPING_MS = 400;

const WHOLE_DAYS = 'Escreva um número inteiro de dias.';
/**
 * Error text for a call without a loaded count. The user must confirm the current count, so such a
 * call is not sent.
 */
const STILL_COUNTED = 'As linhas ainda estão sendo contadas. Confira o número e envie de novo.';

export function StartBulkFunction({
  bulkFunction: { number, count: shown },
  onClose,
}: {
  bulkFunction: BulkFunction;
  onClose: () => void;
}) {
  const { name, icon, facts, isDeleting } = bulkFunctionWords[number];
  const toast = useToast();
  const [typed, setTyped] = useState(String(EXPIRED_DAYS));
  const [settled] = useDebouncedValue(typed, TYPING_MS);
  const days = parseWhole(settled);
  const asksDays = number === 8;
  const counted = useCall(
    listBulkFunctions,
    { query: { days } },
    { enabled: asksDays && days !== undefined && days !== EXPIRED_DAYS, keepPrevious: true },
  );
  const ofDays = counted.data?.find((functionCount) => functionCount.number === number)?.count;
  const count = asksDays && days !== EXPIRED_DAYS ? (ofDays ?? shown) : shown;
  const start = useAction<Start>(
    startBulkFunctions.find(({ action }) => action === number)!,
    {
      refresh: [listBulkFunctions],
    },
  );
  const run = async (proof: { code2fa?: string }) => {
    if (asksDays && parseWhole(typed) === undefined) throw new Error(WHOLE_DAYS);
    if (asksDays && counted.error) throw counted.error;
    const isCounted = days === EXPIRED_DAYS || (ofDays !== undefined && !counted.isPlaceholderData);
    if (asksDays && (typed !== settled || !isCounted)) throw new Error(STILL_COUNTED);
    const { message, count: started } = await start.mutateAsync({
      body: { count, ...(asksDays ? { days } : {}), ...proof },
    });
    toast({ title: message, text: `${name} · ${pluralize(started, 'linha', 'linhas')}` });
  };
  return (
    <CodeDialog
      title={`${name}?`}
      icon={icon}
      subtitle={pluralize(count, 'linha', 'linhas')}
      facts={[...(count > MAX_BATCH_SIZE ? [inParts(count)] : []), ...facts]}
      submitLabel={`${isDeleting ? 'Deletar' : number === 6 ? 'Bloquear' : 'Desbloquear'} ${pluralize(
        Math.min(count, MAX_BATCH_SIZE),
        'linha',
        'linhas',
      )}`}
      danger={number !== 7}
      run={run}
      onClose={onClose}
    >
      {asksDays && (
        <TextField
          label="Vencidos há mais de (dias)"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          hint="De 30 a 3.650 dias."
          error={days === undefined ? WHOLE_DAYS : counted.error?.fields.days}
          onChange={({ currentTarget }) => setTyped(typedWhole(currentTarget.value))}
        />
      )}
    </CodeDialog>
  );
}

const inParts = (count: number): Fact => ({
  icon: IconStack2,
  tone: 'warn',
  text: `São ${formatCount(count)}: os ${formatCount(MAX_BATCH_SIZE)} que vencem antes vão agora, os outros na próxima vez.`,
});
