/**
 * Functions 6 to 9, each with the number of its lines, its progress and an undo (S-SETTINGS-16 to
 * 19).
 */
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import {
  type BulkFunction,
  type BulkFunctionRun,
  listBulkFunctions,
  undoBulkFunction,
} from '@ramal/contract/lines/bulk-functions';
import { stopTask } from '@ramal/contract/tasks';
import { IconArrowBackUp, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { SettingRow } from '../../ui/layout/SettingRow.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { ProgressBar } from '../../ui/status/ProgressBar.tsx';
import { bulkFunctionWords, endOfRun } from './bulk-function-words.ts';
import { StartBulkFunction } from './StartBulkFunction.tsx';
import classes from './BulkFunctions.module.css';

const isGoing = ({ state }: BulkFunctionRun): boolean => state === 'waiting' || state === 'running';

const WORKING_MS = 1_000;
const RESTING_MS = 60_000;

export function BulkFunctions() {
  const [isWorking, setWorking] = useState(false);
  const functions = useCall(
    listBulkFunctions,
    { query: {} },
    { refreshEveryMs: isWorking ? WORKING_MS : RESTING_MS },
  );
  const going = functions.data?.some(({ run }) => run && isGoing(run)) ?? false;
  if (going !== isWorking) setWorking(going);
  return (
    <section aria-label="Em massa">
      <p className={classes.head}>
        <Text component="b" inherit me="2xs" c="var(--ink)">
          Em massa
        </Text>{' '}
        Você vê a conta antes; roda em segundo plano.
      </p>
      <Loaded
        query={functions}
        failed="Não deu para contar"
        compact
        waiting={
          <Stack gap="3xl" p="3xl" aria-busy="true">
            {[6, 7, 8, 9].map((key) => (
              <Skeleton key={key} height={44} radius={8} />
            ))}
          </Stack>
        }
      >
        {(data) => (
          <ul className={classes.list}>
            {data.map((bulkFunction) => (
              <Row key={bulkFunction.number} bulkFunction={bulkFunction} />
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Row({ bulkFunction }: { bulkFunction: BulkFunction }) {
  const { number, count, run } = bulkFunction;
  const { name, text, icon, button, isDeleting } = bulkFunctionWords[number];
  const [isAsking, setAsking] = useState(false);
  const now = useNow();
  if (run && isGoing(run))
    return (
      <li>
        <SettingRow
          padded
          level={3}
          icon={icon}
          title={name}
          text={`${run.isUndoing ? 'Desfazendo: ' : ''}${formatCount(run.done + run.refused)} de ${formatCount(run.total)}`}
          control={run.isMine ? <Stop run={run} name={name} /> : `por ${run.by}`}
        >
          <ProgressBar
            label={name}
            share={(run.done + run.refused) / run.total}
            state={run.state}
          />
        </SettingRow>
      </li>
    );
  return (
    <li>
      <SettingRow
        padded
        level={3}
        icon={icon}
        title={name}
        text={run ? endOfRun(number, run, now) : text}
        status={
          <Text component="b" inherit fz="phone" className="num">
            {formatCount(count)}
          </Text>
        }
        control={
          run?.canUndo && count === 0 ? (
            <Undo bulkFunction={bulkFunction} run={run} />
          ) : (
            <Button
              variant={isDeleting ? 'danger-soft' : 'default'}
              disabled={count === 0}
              onClick={() => setAsking(true)}
            >
              {button}
            </Button>
          )
        }
      >
        {run?.canUndo && count > 0 && <Undo bulkFunction={bulkFunction} run={run} />}
      </SettingRow>
      {isAsking && (
        <StartBulkFunction bulkFunction={bulkFunction} onClose={() => setAsking(false)} />
      )}
    </li>
  );
}

interface UndoProps {
  bulkFunction: BulkFunction;
  run: BulkFunctionRun;
}

function Undo({ bulkFunction: { number }, run }: UndoProps) {
  const { name, done, undone } = bulkFunctionWords[number];
  const act = useConfirmedAction();
  const undo = useAction(undoBulkFunction, { refresh: [listBulkFunctions] });
  const ask = () =>
    act(
      {
        title: `Desfazer: ${name}?`,
        icon: IconArrowBackUp,
        facts: [
          {
            icon: IconArrowBackUp,
            text: `${pluralize(run.done, ...done)} voltam a como estavam: ${undone[1]}, um a um.`,
          },
        ],
        confirmLabel: 'Sim, desfazer',
      },
      () => undo.mutateAsync({ params: { id: run.id }, body: {} }),
      name,
    );
  return (
    <Button
      variant="subtle"
      leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
      onClick={() => void ask()}
    >
      Desfazer
    </Button>
  );
}

function Stop({ run, name }: { run: BulkFunctionRun; name: string }) {
  const confirm = useConfirm();
  const stop = useAction(stopTask, { refresh: [listBulkFunctions] });
  const ask = () =>
    void confirm({
      title: 'Parar este trabalho?',
      lead: 'O que já foi feito fica, e dá para desfazer depois. As linhas que faltam não são tocadas.',
      icon: IconPlayerStop,
      tone: 'danger',
      object: { name },
      confirmLabel: 'Sim, parar',
      onConfirm: () => stop.mutateAsync({ params: { id: run.taskId } }),
    });
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={16} stroke={1.75} aria-hidden />}
      loading={stop.isPending}
      onClick={ask}
    >
      Parar
    </Button>
  );
}
