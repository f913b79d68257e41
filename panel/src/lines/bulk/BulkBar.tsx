/** Content of the selection bar: the actions, and the cost of +30 days for the selected lines. */
import { ActionIcon, Button } from '@mantine/core';
import { DEFAULT_CREDITS } from '@ramal/contract/rules/terms';
import {
  IconCalendarPlus,
  IconClock12,
  IconDots,
  IconFileSpreadsheet,
  IconTrash,
} from '@tabler/icons-react';
import { creditsInWords, formatCredits, missingVerb } from '../../foundation/numbers.ts';
import { ButtonMenu } from '../../ui/floating/ButtonMenu.tsx';
import type { Balance } from '../fields/quote.ts';
import type { LineMigration } from '../platforms/migrations.ts';
import type { ChosenAction } from './bulk.ts';
import { actWords, bulkActLabel, roundCredits } from './bulk-words.ts';
import classes from './BulkBar.module.css';

interface BulkBarProps {
  /** Number of selected lines. If `exact` is false, at least this number of lines is selected. */
  count: number;
  exact: boolean;
  /** True if the account has a balance and pays for the action. */
  pays: boolean;
  balance: Balance;
  migrations: readonly LineMigration[];
  exporting: boolean;
  onChoose: (choosing: ChosenAction) => void;
  onExport: () => void;
}

const icon = { size: 17, stroke: 1.75, 'aria-hidden': true } as const;

export function BulkBar(props: BulkBarProps) {
  const { count, exact, pays, balance, migrations, exporting, onChoose, onExport } = props;
  return (
    <>
      {pays && exact && (
        <span className={classes.cost}>{costWords(count * DEFAULT_CREDITS, balance)}</span>
      )}
      <span className={classes.line} aria-hidden />
      <Button
        className={classes.main!}
        size="sm"
        leftSection={<IconCalendarPlus {...icon} />}
        onClick={() => onChoose({ act: 'extend' })}
      >
        +30 dias
      </Button>
      <Button
        size="sm"
        variant="subtle"
        aria-label="Vencimento p/23:59"
        leftSection={<IconClock12 {...icon} />}
        onClick={() => onChoose({ act: 'end-of-day' })}
      >
        23:59
      </Button>
      <Button
        size="sm"
        variant="subtle"
        className={classes.danger!}
        leftSection={<IconTrash {...icon} />}
        onClick={() => onChoose({ act: 'delete' })}
      >
        Deletar
      </Button>
      <MoreActions {...{ migrations, exporting, onChoose, onExport }} />
    </>
  );
}

/**
 * Returns «+30 custa até 3 créditos · saldo depois 39,4», or only the cost if the balance is
 * unknown.
 */
function costWords(cost: number, balance: Balance): string {
  const words = `+30 custa até ${creditsInWords(cost)}`;
  if (typeof balance !== 'number') return words;
  const after = roundCredits(balance - cost);
  return after < 0
    ? `${words} · ${missingVerb(-after)} ${creditsInWords(-after)}`
    : `${words} · saldo depois ${formatCredits(after)}`;
}

type MoreActionsProps = Pick<BulkBarProps, 'migrations' | 'exporting' | 'onChoose' | 'onExport'>;

function MoreActions({ migrations, exporting, onChoose, onExport }: MoreActionsProps) {
  const more: ChosenAction[] = [
    { act: 'switch-on' },
    { act: 'switch-off' },
    { act: 'plan' },
    ...migrations.map(({ to }): ChosenAction => ({ act: 'migrate', to })),
  ];
  return (
    <ButtonMenu
      position="top-end"
      offset={8}
      opensDialogs
      button={
        <ActionIcon size={34} variant="subtle" aria-label="Mais ações" loading={exporting}>
          <IconDots size={18} stroke={1.75} />
        </ActionIcon>
      }
      choices={() => [
        more.map((choosing) => ({
          key: bulkActLabel(choosing),
          label: bulkActLabel(choosing),
          icon: actWords[choosing.act].icon,
          choose: () => onChoose(choosing),
        })),
        [{ key: 'export', label: 'Exportar Excel', icon: IconFileSpreadsheet, choose: onExport }],
      ]}
    />
  );
}
