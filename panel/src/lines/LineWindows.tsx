import { AskNumber } from './AskNumber.tsx';
import { EditDialog } from './EditDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import { LineHistory } from './LineHistory.tsx';
import { LineLinks } from './LineLinks.tsx';
import type { LinePlatform } from './platform.ts';
import { RollBackDialog } from './RollBackDialog.tsx';
import { accessOf, shortText } from './receipt-text.ts';
import type { LineActs } from './use-line-acts.tsx';

/** The window that stands over the list; each is made anew when it opens, so nothing of the last one stays. */
export function LineWindows({ platform, acts, now }: { platform: LinePlatform; acts: LineActs; now: Date }) {
  const { window } = acts;
  if (!window) return null;
  const { line } = window;
  const shared = { platform, asking: acts.askingAbout(line), onClose: () => acts.open(undefined), onDone: acts.done };
  const key = `${window.kind}-${line.id}`;
  switch (window.kind) {
    case 'extend':
      return <ExtendDialog key={key} {...shared} now={now} />;
    case 'edit':
      return <EditDialog key={key} {...shared} />;
    case 'roll-back':
      return <RollBackDialog key={key} {...shared} />;
    case 'history':
      return <LineHistory key={key} line={line} now={now} onClose={shared.onClose} />;
    case 'number':
      return <AskNumber key={key} platform={platform} lineId={line.id} text={shortText(accessOf(line))} onClose={shared.onClose} />;
    case 'receipt':
      return <LineLinks key={key} {...shared} charge={window.charge} />;
  }
}
