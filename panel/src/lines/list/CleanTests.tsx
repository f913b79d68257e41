/** Clears one's own tests away, after saying how many that is (S-IPTVLIST-07 to 09, T-08, Q-CLEAN). */
import { Button, Menu } from '@mantine/core';
import { cleanTrials, countTrials, type TrialRange } from '@ramal/contract/lines/clean-trials';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  IconChevronDown,
  IconClearAll,
  IconHistory,
  IconPlugConnectedX,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { countOf, formatCount } from '../../foundation/numbers.ts';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
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
    count: (counts) => counts.older_than_15_days,
  },
  {
    range: 3,
    label: 'Criados há mais de 7 dias',
    lead: `Seus testes IPTV criados há mais de 7 dias. ${spared}`,
    count: (counts) => counts.older_than_7_days,
  },
];

export function CleanTests({ platform }: { platform: LinePlatform }) {
  const [opened, setOpened] = useState(false);
  const counts = useCall(countTrials, {}, { enabled: opened, staleMs: 0 });
  const ask = useCleaning(platform);
  // The question comes when the menu has gone and the focus is back on its button.
  const chosen = useRef<Choice>(undefined);
  const askChosen = () => {
    const choice = chosen.current;
    chosen.current = undefined;
    if (choice && counts.data) void ask(choice, counts.data);
  };
  return (
    <Menu
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      offset={4}
      transitionProps={{ duration: 120, exitDuration: 60, transition: 'fade' }}
      onExitTransitionEnd={askChosen}
    >
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconClearAll size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={14} stroke={2} aria-hidden />}
        >
          Limpar testes
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item
            key={choice.range}
            disabled={!counts.data || choice.count(counts.data) === 0}
            rightSection={
              <span className="num">
                {counts.data ? formatCount(choice.count(counts.data)) : '…'}
              </span>
            }
            onClick={() => (chosen.current = choice)}
          >
            {choice.label}
          </Menu.Item>
        ))}
        {counts.error && <Menu.Label>{counts.error.message}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Asks, cleans and says how many there were in the end: others may have been at it meanwhile. */
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
      title: countOf(cleaned, 'teste limpo', 'testes limpos'),
      text: 'Por 30 dias um administrador ainda pode restaurar',
    });
  };
}

function cleanQuestion(choice: Choice, counts: Counts): LineConfirmation {
  const runs = choice.range === 1 ? counts.running : 0;
  return {
    title: `Limpar ${countOf(choice.count(counts), 'teste', 'testes')}?`,
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
                <b>{countOf(runs, 'teste ainda vale', 'testes ainda valem')}</b>: quem assiste perde
                o acesso agora.
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
