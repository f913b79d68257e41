/** Dialog with the progress of a spreadsheet. */
import type { exportStarted } from '@ramal/contract/exports';
import type { Task } from '@ramal/contract/tasks';
import type { z } from 'zod';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';

export type StartedExport = z.output<typeof exportStarted>;

export interface ExportDialogProps {
  opened: boolean;
  started: StartedExport | undefined;
  /** Last known state of the task. Undefined until it is loaded. */
  task: Task | undefined;
  onClose: () => void;
}

export function ExportDialog({ opened, started, task, onClose }: ExportDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Exportar" width={440}>
      {started && (
        <TaskProgress
          task={task ?? started.task}
          title={started.file}
          stopNote="Nenhum arquivo é gerado."
        />
      )}
    </Dialog>
  );
}
