import { saveUndoChoices, undoAct as declaration } from '@ramal/contract/undo';
import type { AppContext } from '../foundation/app-context.ts';
import { type Binding, bind } from '../foundation/http/bind.ts';
import { undoAct } from './undo-act.ts';
import { saveChoices } from './undo-choices.ts';
import type { UndoKind } from './undo-step.ts';

/** Binds the undo. The kinds come from the modules of the changed objects. */
export const undoRoutes = (ctx: AppContext, kinds: readonly UndoKind[]): Binding[] => [
  bind(declaration, (call) => undoAct(ctx, call, kinds)),
  bind(saveUndoChoices, (call) => saveChoices(ctx, call)),
];
