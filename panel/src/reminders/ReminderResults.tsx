/** «O que trouxe»: renewals within three days of a reminder, by threshold, text and channel. */
import { Box, Group, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { getCreditedRenewals } from '@ramal/contract/reminders/reminders';
import {
  CREDITED_RENEWAL_DAYS,
  CREDITED_RENEWAL_LOOKBACK_DAYS,
  channelLabels,
  thresholdKey,
  thresholdLabel,
} from '@ramal/contract/rules/reminders';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatCount } from '../foundation/numbers.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import classes from './ReminderResults.module.css';
import { Panel } from '../ui/layout/Panel.tsx';

type ResultsAnswer = ResponseOf<typeof getCreditedRenewals>;
type ResultRow = ResultsAnswer['rows'][number];

const EXPLANATION = `Renovações em até ${CREDITED_RENEWAL_DAYS} dias depois do lembrete, nos últimos ${CREDITED_RENEWAL_LOOKBACK_DAYS} dias.`;

export function ReminderResults() {
  const isPhone = useIsPhone();
  const { data, error, isFetching, refetch } = useCall(getCreditedRenewals, {});
  const [isOpen, setOpen] = useState(false);
  if (error && !data)
    return (
      <ErrorState
        compact
        title="Não deu para contar o que os lembretes trouxeram"
        error={error}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return null;
  if (isPhone)
    return (
      <>
        <button type="button" className={classes.link} onClick={() => setOpen(true)}>
          <span>
            <b>{formatCount(data.renewed)}</b> de {formatCount(data.sent)} renovaram em{' '}
            {CREDITED_RENEWAL_DAYS} dias
          </span>
          <IconChevronRight size={20} stroke={1.75} aria-hidden />
        </button>
        {isOpen && (
          <Dialog opened title="O que trouxe" subtitle={EXPLANATION} onClose={() => setOpen(false)}>
            <ResultsTable answer={data} />
          </Dialog>
        )}
      </>
    );
  return (
    <Panel p={0} label="O que trouxe">
      <Group component="header" gap="2xl" justify="space-between" wrap="nowrap" p="2xl">
        <div>
          <Text component="h2" inherit fz="phone">
            O que trouxe
          </Text>
          <Text mt="3xs" c="var(--ink-2)" fz="control">
            {EXPLANATION}
          </Text>
        </div>
        <Text mt="3xs" c="var(--ink-2)" fz="control">
          <Box component="b" c="var(--ink)" fz="var(--text-amount)" lts="var(--tracking-figure)">
            {formatCount(data.renewed)}
          </Box>{' '}
          de {formatCount(data.sent)} renovaram
        </Text>
      </Group>
      <ResultsTable answer={data} />
    </Panel>
  );
}

function ResultsTable({ answer: { rows } }: { answer: ResultsAnswer }) {
  if (rows.length === 0)
    return (
      <Text inherit pb="2xl" px="2xl" c="var(--ink-2)">
        Nenhum lembrete saiu ainda: quando saírem, a conta aparece aqui.
      </Text>
    );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Aviso</th>
          <th scope="col">Canal</th>
          <th scope="col" data-number>
            Enviados
          </th>
          <th scope="col" data-number>
            Renovaram
          </th>
          <th scope="col">Taxa</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.textId}-${row.channel}`}>
            <td>
              {thresholdLabel(row)}
              {hasSeveralTexts(rows, row) && (
                <Text component="small" inherit display="block" c="var(--ink-2)" fz="caption">
                  {truncateText(row.text)}
                </Text>
              )}
            </td>
            <td>{channelLabels[row.channel]}</td>
            <td data-number>{formatCount(row.sent)}</td>
            <td data-number>
              <b>{formatCount(row.renewed)}</b>
            </td>
            <td>
              <Rate row={row} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** True if this threshold has several texts. Only then the column of texts is useful. */
const hasSeveralTexts = (rows: readonly ResultRow[], row: ResultRow): boolean =>
  rows.some((other) => thresholdKey(other) === thresholdKey(row) && other.textId !== row.textId);

const MAX_TEXT_LENGTH = 60;

const truncateText = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH).trimEnd()}…` : text;

function Rate({ row: { sent, renewed } }: { row: ResultRow }) {
  const share = renewed / sent;
  return (
    <span className={classes.rate}>
      <i aria-hidden>
        <i style={{ transform: `scaleX(${share})` }} />
      </i>
      {Math.round(share * 100)}%
    </span>
  );
}
