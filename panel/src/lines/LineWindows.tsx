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
export function LineWindows({
  platform,
  acts,
  now,
}: {
  platform: LinePlatform;
  acts: LineActs;
  now: Date;
}) {
  const { current, close } = acts.windows;
  if (!current) return null;
  const { kind, line } = current;
  const shared = { platform, asking: acts.askingAbout(line), onClose: close, onDone: acts.done };
  const key = `${kind}-${line.id}`;
  switch (kind) {
    case 'estender':
      return <ExtendDialog key={key} {...shared} now={now} />;
    case 'editar':
      return <EditDialog key={key} {...shared} />;
    case 'retroceder':
      return <RollBackDialog key={key} {...shared} />;
    case 'historico':
      return <LineHistory key={key} line={line} now={now} onClose={close} />;
    case 'numero':
      return (
        <AskNumber
          key={key}
          platform={platform}
          lineId={line.id}
          text={shortText(accessOf(line))}
          onClose={close}
        />
      );
    case 'recibo':
      return <LineLinks key={key} {...shared} charge={current.charge} />;
  }
}
