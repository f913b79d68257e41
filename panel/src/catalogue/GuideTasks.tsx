import type { Guide } from '@ramal/contract/guides';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { useTask } from '../tasks/use-task.ts';
import { useToast } from '../ui/toasts.tsx';
import { changedByContent } from './calls.ts';

/** The guides that are being read now, each with how far it is. */
export function GuideTasks({ guides }: { guides: readonly Guide[] }) {
  if (guides.length === 0) return null;
  return (
    <div className="running-tasks">
      {guides.map((guide) => (
        <GuideTask key={guide.id} guide={guide} />
      ))}
    </div>
  );
}

function GuideTask({ guide }: { guide: Guide }) {
  const toast = useToast();
  const task = useTask(guide.task?.id, {
    known: guide.task,
    refresh: changedByContent,
    // What went wrong stays in its row; only a success is worth a toast.
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
