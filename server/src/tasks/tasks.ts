/**
 * Long work: a call starts it in its transaction, a worker performs it, and the panel shows its
 * progress.
 */
export {
  type Progress,
  requeueTasks,
  runTasks,
  startBoundedTask,
  startTask,
  taskColumns,
  type TaskKind,
  type TaskRow,
} from './run-tasks.ts';
export { serializeTask, taskRoutes } from './tasks.routes.ts';
