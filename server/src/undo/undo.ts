/** Acts that their account can undo for some seconds. */
export {
  beginUndoableAct,
  hasOpenAct,
  offerUndo,
  type UndoableAct,
  undoStepCtes,
} from './undoable-act.ts';
export { createOwnLineUndo } from './own-line-undo.ts';
export { refuseLaterChanges, type UndoKind, type UndoneLine, type UndoStep } from './undo-step.ts';
export { readUndoChoices } from './undo-choices.ts';
export { undoRoutes } from './undo.routes.ts';
