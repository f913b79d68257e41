import { Button, Group, Text } from '@mantine/core';
import { getTask, stopTask, type Task } from '@ramal/contract/tasks';
import { IconCircleCheck, IconPlayerStop, IconX } from '@tabler/icons-react';
import { useAction } from '../foundation/api/query.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { ProgressBar } from '../ui/status/ProgressBar.tsx';
import { taskFigures, isTaskActive, taskProgress, stateLabels } from './task.ts';
import classes from './TaskProgress.module.css';
import { Panel } from '../ui/layout/Panel.tsx';

interface TaskProgressProps {
  task: Task;
  title: string;
  /**
   * Effect of stopping the task, such as «Nada muda no catálogo.» Without it there is no stop
   * button.
   */
  stopNote?: string;
  /** Called when the user hides the progress of an ended task. */
  onDismiss?: () => void;
}

/**
 * Shows the progress of a long task: its bar, its counts and its message. A button stops the task.
 */
export function TaskProgress({ task, title, stopNote, onDismiss }: TaskProgressProps) {
  const confirm = useConfirm();
  const stop = useAction(stopTask, { refresh: [getTask] });
  const going = isTaskActive(task);
  const ask = () =>
    void confirm({
      title: 'Parar este trabalho?',
      lead: stopNote,
      icon: IconPlayerStop,
      tone: 'danger',
      object: { name: title, note: taskFigures(task) },
      confirmLabel: 'Sim, parar',
      onConfirm: () => stop.mutateAsync({ params: { id: task.id } }),
    });
  return (
    <Panel gap="sm" p="var(--space-xl) var(--space-2xl)" label={title}>
      <Group gap="lg" wrap="nowrap" mih="var(--size-control-sm)" className={classes.head}>
        <Group
          component="h2"
          gap="sm"
          wrap="nowrap"
          flex={1}
          miw={0}
          fz="lead"
          lts="var(--tracking-body)"
        >
          {task.state === 'done' && (
            <IconCircleCheck size={18} stroke={1.75} color="var(--ok)" aria-hidden />
          )}
          {title}
        </Group>
        <Text span inherit c="var(--ink-2)" fz="var(--reading-note)" className="num">
          {taskFigures(task)}
        </Text>
        {going && stopNote !== undefined && (
          <Button
            size="xs"
            variant="default"
            loading={stop.isPending}
            leftSection={<IconPlayerStop size={15} stroke={1.75} aria-hidden />}
            onClick={ask}
          >
            Parar
          </Button>
        )}
        {!going && onDismiss && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconX size={15} stroke={1.75} aria-hidden />}
            onClick={onDismiss}
          >
            Fechar
          </Button>
        )}
      </Group>
      <TaskBar task={task} label={title} />
      <Text
        c={task.state === 'failed' ? 'var(--bad)' : 'var(--ink-2)'}
        fz="var(--reading-note)"
        role="status"
      >
        {task.message || stateLabels[task.state]}
      </Text>
    </Panel>
  );
}

/** Shows only the progress bar, for a row that has no space for more. */
export function TaskBar({ task, label }: { task: Task; label: string }) {
  return (
    <ProgressBar
      label={label}
      share={taskProgress(task)}
      running={isTaskActive(task)}
      state={task.state}
    />
  );
}
