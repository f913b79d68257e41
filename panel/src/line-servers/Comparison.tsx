/**
 * Shows the result of the last comparison between the panel and the server, or the progress of a
 * running comparison.
 */
import { Button, Stack, Text } from '@mantine/core';
import {
  type LineServer,
  compareLineServer,
  listLineDifferences,
  listLineServers,
} from '@ramal/contract/operations/line-servers';
import type { Task } from '@ramal/contract/tasks';
import { IconArrowsDiff, IconDownload, IconPlugConnectedX } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { pluralize, formatCount } from '../foundation/numbers.ts';
import { isTaskActive } from '../tasks/task.ts';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { useTask } from '../tasks/use-task.ts';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';
import { Figure } from '../ui/Figure.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import classes from './Comparison.module.css';
import { at, canImportLines, serverState } from './line-server-words.ts';

export function Comparison({ server }: { readonly server: LineServer }) {
  const [begun, setBegun] = useState<Task>();
  const showFailure = useFailureAlert();
  const compare = useAction(compareLineServer, {
    onSuccess: ({ task }) => setBegun(task),
    onError: (error) => void showFailure(error),
  });
  const refresh = [listLineDifferences, listLineServers];
  const task = useTask(begun?.id, { startedTask: begun, refresh });
  const { comparedAtTimestamp: compared, lines, comparedLines: read } = server;
  const { note } = serverState(server);
  return (
    <Stack gap="2xl" mb="2xl">
      {note && (
        <Notice tone="warn" icon={IconPlugConnectedX} title="As linhas esperam.">
          {note}
        </Notice>
      )}
      <Panel className={classes.figures} label="Em números">
        <Figure label="Linhas do painel aqui" value={formatCount(lines)} note={server.host} />
        <Figure
          label="Diferenças"
          value={formatCount(server.differences)}
          note={
            compared === null
              ? 'ainda não comparado'
              : `${pluralize(read ?? 0, 'linha lida', 'linhas lidas')} em ${formatDateTime(at(compared))}`
          }
        />
        <Stack gap="sm" align="flex-start" className={classes.act}>
          <Button
            leftSection={<IconArrowsDiff size={16} stroke={1.75} aria-hidden />}
            loading={compare.isPending || (task !== undefined && isTaskActive(task))}
            onClick={() => compare.mutate({ params: { id: server.id }, body: {} })}
          >
            Comparar agora
          </Button>
          {canImportLines(server) && (
            <LinkButton
              variant="default"
              to="/panel-imports"
              search={{ server: server.id }}
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            >
              Trazer linhas deste servidor
            </LinkButton>
          )}
          <Text c="var(--ink-3)" fz="caption">
            Nada muda em nenhum dos lados: o que difere é listado. Toda noite isto é feito sozinho.
          </Text>
        </Stack>
      </Panel>
      {task && (
        <TaskProgress
          task={task}
          title="Comparando os dois lados"
          onDismiss={() => setBegun(undefined)}
        />
      )}
    </Stack>
  );
}
