import { useEffect } from 'react';
import { lazyComponent } from '../../foundation/lazy-component.tsx';
import { useSession } from '../../foundation/api/session.ts';
import { dropOffer, type OfferedAct, useOfferedAct } from './offered-act.ts';

/** Loaded with the first act, because most visits change nothing. */
const UndoBar = lazyComponent<{ act: OfferedAct }>(
  async () => (await import('./UndoBar.tsx')).UndoBar,
);

/** Shows the bar with «Desfazer» below every screen. */
export function UndoHost() {
  const act = useOfferedAct();
  const userId = useSession()?.userId;
  useEffect(() => dropOffer, [userId]);
  return act && <UndoBar key={act.undoId} act={act} />;
}
