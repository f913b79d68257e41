/**
 * Deletes the account's own tests, after showing their number (S-IPTVLIST-07 to 09, T-08, Q-CLEAN).
 */
import { Button } from '@mantine/core';
import { cleanTrials, countTrials, type TrialRange } from '@ramal/contract/lines/clean-trials';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  IconChevronDown,
  IconClearAll,
  IconHistory,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, endsSession } from '../../foundation/api/api.ts';
import { fetchCall, useAction } from '../../foundation/api/query.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useAlertDialog, useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { ButtonMenu } from '../../ui/floating/ButtonMenu.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import type { LineConfirmation } from '../dialogs/line-confirmations.tsx';

type Counts = ResponseOf<typeof countTrials>;

export interface Choice {
  readonly range: TrialRange;
  readonly label: string;
  readonly lead: string;
  readonly count: (counts: Counts) => number;
}

const spared = 'Os que ainda valem ficam.';

export const choices: readonly Choice[] = [
  {
    range: 1,
    label: 'Todos os testes',
    lead: 'Todos os seus testes IPTV, também os que ainda valem.',
    count: ({ all }) => all,
  },
  {
    range: 2,
    label: 'Criados há mais de 15 dias',
    lead: `Seus testes IPTV criados há mais de 15 dias. ${spared}`,
    count: (counts) => counts.olderThan15Days,
  },
  {
    range: 3,
    label: 'Criados há mais de 7 dias',
    lead: `Seus testes IPTV criados há mais de 7 dias. ${spared}`,
    count: (counts) => counts.olderThan7Days,
  },
];

/** Button with three choices. The number of tests is requested after one is chosen. */
export function CleanTests({ platform }: { platform: LinePlatform }) {
  const client = useQueryClient();
  const alert = useAlertDialog();
  const toast = useToast();
  const ask = useCleaning(platform);
  const [counting, setCounting] = useState(false);
  const press = async (choice: Choice) => {
    setCounting(true);
    const counts = await fetchCall(client, countTrials, {}).catch((failure: ApiError) => failure);
    setCounting(false);
    if (counts instanceof Error) {
      const { title, message, requestId } = counts;
      if (!endsSession(counts)) await alert({ title, text: message, requestId });
    } else if (choice.count(counts) === 0) {
      toast({ title: 'Nenhum teste para limpar', text: choice.label });
    } else {
      await ask(choice, counts);
    }
  };
  return (
    <ButtonMenu
      position="bottom-end"
      offset={4}
      opensDialogs
      button={
        <Button
          variant="default"
          loading={counting}
          rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        >
          Limpar testes
        </Button>
      }
      choices={() => [
        choices.map((choice) => ({
          key: String(choice.range),
          label: choice.label,
          choose: () => void press(choice),
        })),
      ]}
    />
  );
}

/**
 * Returns an action that deletes tests after a confirmation. It reports how many tests were really
 * deleted, because another session may have deleted some of them in the meantime.
 */
export function useCleaning(platform: LinePlatform) {
  const confirm = useConfirm();
  const toast = useToast();
  const clean = useAction(cleanTrials, {
    refresh: [...callsChangedByActions(platform), countTrials],
  });
  return async (choice: Choice, counts: Counts) => {
    let cleaned: number | undefined;
    await confirm({
      ...cleanQuestion(choice, counts),
      onConfirm: async () => {
        cleaned = (await clean.mutateAsync({ body: { range: choice.range } })).count;
      },
    });
    if (cleaned === undefined) return;
    toast({
      title: pluralize(cleaned, 'teste limpo', 'testes limpos'),
      text: 'Por 30 dias um administrador ainda pode restaurar',
    });
  };
}

function cleanQuestion(choice: Choice, counts: Counts): LineConfirmation {
  const runs = choice.range === 1 ? counts.running : 0;
  return {
    title: `Limpar ${pluralize(choice.count(counts), 'teste', 'testes')}?`,
    lead: choice.lead,
    tone: 'danger',
    icon: IconClearAll,
    facts: [
      runs === 0
        ? {
            icon: IconPlugConnectedX,
            tone: 'ok',
            text: 'Ninguém perde o acesso: todos já venceram.',
          }
        : {
            icon: IconPlugConnectedX,
            tone: 'bad',
            text: (
              <>
                <b>{pluralize(runs, 'teste ainda vale', 'testes ainda valem')}</b>: quem assiste
                perde o acesso agora.
              </>
            ),
          },
      {
        icon: IconHistory,
        tone: 'ok',
        text: 'Só um administrador pode trazê-los de volta, em até 30 dias.',
      },
    ],
    confirmLabel: 'Sim, limpar',
  };
}
