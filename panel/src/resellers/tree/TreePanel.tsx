/** Panel next to the tree with the values and actions of the selected account. */
import { Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight, IconCoins, IconEdit } from '@tabler/icons-react';
import { Fragment } from 'react';
import { pluralize, formatCount, formatCredits } from '../../foundation/numbers.ts';
import { formatNumber } from '../../lines/fields/whatsapp.ts';
import { Initials } from '../../ui/Initials.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import {
  actionLabel,
  menuGroups,
  availableActions,
  type RowAction,
} from '../../ui/table/columns.ts';
import { isBlocked, type Reseller, topupText, isTopupOld } from '../reseller.ts';
import classes from './TreePanel.module.css';

interface TreePanelProps {
  readonly reseller: Reseller;
  readonly actions: readonly RowAction<Reseller>[];
  /** Position of the account in words: «abaixo de você», «abaixo de nortetv». */
  readonly above: string;
  readonly isSelf: boolean;
}

export function TreePanel({ reseller, actions, above, isSelf }: TreePanelProps) {
  const blocked = isBlocked(reseller);
  const may = availableActions(actions, reseller);
  const credit = may.find(({ key }) => key === 'credit');
  const edit = may.find(({ key }) => key === 'edit');
  const groups = isSelf ? [] : menuGroups(actions, reseller);
  return (
    <Panel p="2xl" label="Revenda escolhida">
      <Group component="header" gap="lg" wrap="nowrap" miw={0} className={classes.head}>
        <Initials name={reseller.username} size={46} tone={blocked ? 'bad' : 'accent'} />
        <div>
          <h2>{reseller.username}</h2>
          <Text c="dimmed" fz="control">
            ID {reseller.id} · {above}
          </Text>
        </div>
      </Group>
      <dl className={classes.facts}>
        {facts(reseller).map(({ name, value, bad }) => (
          <Fragment key={name}>
            <Box component="dt" c="dimmed">
              {name}
            </Box>
            <dd className="num" data-bad={bad || undefined}>
              {value}
            </dd>
          </Fragment>
        ))}
      </dl>
      {!isSelf && (credit || edit) && (
        <Stack gap="sm" mt="2xl">
          {credit && (
            <Button
              size="md"
              fullWidth
              leftSection={<IconCoins size={17} stroke={1.75} aria-hidden />}
              onClick={() => credit.run(reseller)}
            >
              Setar Crédito
            </Button>
          )}
          {edit && (
            <Button
              size="md"
              fullWidth
              variant="default"
              leftSection={<IconEdit size={17} stroke={1.75} aria-hidden />}
              onClick={() => edit.run(reseller)}
            >
              Editar
            </Button>
          )}
        </Stack>
      )}
      {groups.map((group) => (
        <ul key={group[0]!.key} className={classes.actions}>
          {group.map((action) => (
            <li key={action.key}>
              <Act action={action} reseller={reseller} />
            </li>
          ))}
        </ul>
      ))}
    </Panel>
  );
}

function Act({ action, reseller }: { action: RowAction<Reseller>; reseller: Reseller }) {
  const Glyph = action.icon;
  return (
    <button
      type="button"
      className={classes.action}
      data-tone={action.tone}
      onClick={() => action.run(reseller)}
    >
      {Glyph && <Glyph size={17} stroke={1.75} aria-hidden />}
      <span>{actionLabel(action, reseller)}</span>
      <em className="num">{action.hint?.(reseller)}</em>
      <IconChevronRight size={15} stroke={1.75} aria-hidden />
    </button>
  );
}

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly bad?: boolean;
}

function facts(reseller: Reseller): Fact[] {
  const { directResellers: direct, treeResellers: all } = reseller;
  const days = reseller.daysToDue;
  return [
    ...(isBlocked(reseller) ? [{ name: 'Situação', value: 'Bloqueada', bad: true }] : []),
    { name: 'Ativos', value: formatCount(reseller.totalActives) },
    { name: 'Ativos na árvore', value: formatCount(reseller.treeActives) },
    {
      name: 'Revendas abaixo',
      value:
        all > direct
          ? `${pluralize(direct, 'direta', 'diretas')}, ${formatCount(all)} no total`
          : pluralize(direct, 'direta', 'diretas'),
    },
    ...(reseller.credits === null
      ? []
      : [{ name: 'Créditos', value: formatCredits(reseller.credits) }]),
    {
      name: 'Última Recarga',
      value: days !== null && days > 1 ? `há ${topupText(days)}` : topupText(days),
      bad: isTopupOld(reseller),
    },
    { name: 'WhatsApp', value: reseller.email ? formatNumber(reseller.email) : '–' },
    { name: 'E-mail', value: reseller.emailContact ?? '–' },
  ];
}

export function EmptyTreePanel() {
  return (
    <Panel p="2xl">
      <Text c="dimmed" fz="control">
        Escolha uma revenda na árvore para ver os números dela e agir.
      </Text>
    </Panel>
  );
}
