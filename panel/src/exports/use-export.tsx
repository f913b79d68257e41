/**
 * Requests a spreadsheet, follows its task, and downloads the finished file. A dialog with the
 * progress opens only if the task takes longer than `SHOWN_AFTER_MS`.
 */
import type { Endpoint, RequestOf } from '@ramal/contract/api/endpoint';
import type { exportStarted } from '@ramal/contract/exports';
import type { Task } from '@ramal/contract/tasks';
import { type ReactNode, useRef, useState } from 'react';
import { ApiError, isOffline } from '../foundation/api/api.ts';
import { lazyComponent } from '../foundation/lazy-component.tsx';
import { useAction } from '../foundation/api/query.ts';
import { downloadUrl } from '../foundation/api/download.ts';
import { useTask } from '../tasks/use-task.ts';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { useDelayed } from '../foundation/use-delayed.ts';
import { useToast } from '../ui/toasts.tsx';
import type { ExportDialogProps, StartedExport } from './ExportDialog.tsx';

// Loaded with the first export.
const Window = lazyComponent<ExportDialogProps>(
  async () => (await import('./ExportDialog.tsx')).ExportDialog,
);

interface ExportState<E extends Endpoint> {
  readonly start: (sent: RequestOf<E>) => void;
  readonly busy: boolean;
  /** Dialog with the progress. The component that starts the export must render it. */
  readonly window: ReactNode;
}

interface ExportOptions {
  /** Text of the message about a failure of the connection or the server. */
  readonly failed?: string | undefined;
  /**
   * Called after the server has accepted the task and stored the changes that the call makes at
   * once.
   */
  readonly onStarted?: () => void;
}

const SHOWN_AFTER_MS = 900;

export function useExport<E extends Endpoint & { answer: typeof exportStarted }>(
  declaration: E,
  { failed = exportFailed.text, onStarted }: ExportOptions = {},
): ExportState<E> {
  const [started, setStarted] = useState<StartedExport>();
  const alert = useAlertDialog();
  const toast = useToast();
  const act = useAction(declaration, {
    onSuccess: (answer) => {
      setStarted(answer as StartedExport);
      onStarted?.();
    },
    onError: (error) =>
      void alert(
        isOffline(error) || error.status >= 500
          ? { title: exportFailed.title, text: failed }
          : { title: exportFailed.title, text: error.message },
      ),
  });
  const ended = (task: Task) => {
    if (started && task.state === 'done') {
      downloadUrl(started.url, started.file);
      toast({ title: `${started.file} pronta`, text: 'Confira seus downloads' });
    } else if (task.state === 'failed') {
      void alert({ title: exportFailed.title, text: task.message });
    }
    setStarted(undefined);
  };
  const task = useTask(started?.task.id, { startedTask: started?.task, onEnd: ended });
  const busy = act.isPending || started !== undefined;
  const shown = useDelayed(started !== undefined, SHOWN_AFTER_MS);
  const isWaiting = useRef(false);
  isWaiting.current ||= started !== undefined;
  return {
    start: (sent) => act.mutate(sent),
    busy,
    window: isWaiting.current && (
      <Window
        opened={shown && started !== undefined}
        started={started}
        task={task}
        onClose={() => setStarted(undefined)}
      />
    ),
  };
}

/** Text for a failed download: the server's reason if there is one. */
export const toExportFailure = (error: unknown) =>
  error instanceof ApiError && error.status >= 400 && error.status < 500
    ? { title: exportFailed.title, text: error.message }
    : exportFailed;

/** Message for a file that could not be created (M-80). */
const exportFailed = {
  title: 'Erro ao exportar',
  text: 'Não foi possível exportar o arquivo. Tente novamente.',
} as const;
