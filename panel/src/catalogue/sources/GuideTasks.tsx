import { Stack } from '@mantine/core';
import type { Guide } from '@ramal/contract/catalogue/guides';
import { TaskProgress } from '../../tasks/TaskProgress.tsx';
import { useTask } from '../../tasks/use-task.ts';
import { useToast } from '../../ui/toasts.tsx';
import { changedByContent } from '../calls.ts';

/** The progress of each guide that is being read. */
export function GuideTasks({ guides }: { guides: readonly Guide[] }) {
  if (guides.length === 0) return null;
  return (
    <Stack gap="sm" mb="lg">
      {guides.map((guide) => (
        <GuideTask key={guide.id} guide={guide} />
      ))}
    </Stack>
  );
}

function GuideTask({ guide }: { guide: Guide }) {
  const toast = useToast();
  const task = useTask(guide.task?.id, {
    startedTask: guide.task,
    refresh: changedByContent,
    // A failure stays in the row of the guide; only a success is announced.
    onEnd: ({ state, message }) =>
      state === 'done' && toast({ title: `${guide.name} lido`, text: message }),
  });
  return task ? (
    <TaskProgress
      task={task}
      title={`Lendo ${guide.name}`}
      stopNote="A programação que já estava continua."
    />
  ) : null;
}
