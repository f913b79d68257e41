/** Long work: started in the caller's transaction, done by a worker and shown with its progress. */
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
