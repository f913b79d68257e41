import { useContext } from 'react';
import { NumberPrompt } from './NumberPrompt.tsx';
import { ExtendLine } from './ExtendLine.tsx';
import { LineLinks } from './LineLinks.tsx';
import { LineReceipt } from '../receipt/LineReceipt.tsx';
import { MigrateLine } from './MigrateLine.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { NewPassword } from './NewPassword.tsx';
import { PromoteLine } from './PromoteLine.tsx';
import { RollBackLine } from './RollBackLine.tsx';
import type { LineDialogProps } from './line-dialog.ts';
import { OtherLineDialogsContext } from './other-line-dialogs.ts';
import type { LineActions } from './use-line-actions.tsx';

/**
 * Renders the open dialog over the list. A dialog is mounted again each time it opens, so that it
 * has no state of an earlier opening.
 */
export function LineDialogs({
  platform,
  acts,
  now,
}: {
  platform: LinePlatform;
  acts: LineActions;
  now: Date;
}) {
  const { current, close } = acts.dialogs;
  if (!current) return null;
  const { kind, line } = current;
  const shared = { platform, context: acts.contextOf(line), onClose: close, onDone: acts.done };
  const key = `${kind}-${line.id}`;
  switch (kind) {
    case 'extend':
      return <ExtendLine key={key} {...shared} now={now} onDone={acts.renewed} />;
    case 'promote':
      return acts.sells ? (
        <PromoteLine key={key} {...shared} now={now} onPromoted={acts.showAccess} />
      ) : null;
    case 'roll-back':
      return <RollBackLine key={key} {...shared} />;
    case 'password':
      return <NewPassword key={key} {...shared} onRenewed={acts.passwordRenewed} />;
    case 'number':
      return (
        <NumberPrompt
          key={key}
          platform={platform}
          lineId={line.id}
          text={current.text ?? ''}
          onSent={current.onSent}
          onClose={close}
        />
      );
    case 'receipt':
      return <LineLinks key={key} {...shared} charge={current.charge} />;
    case 'new-access':
      return current.newAccess ? (
        <LineReceipt
          key={key}
          {...current.newAccess}
          phoneSubtitle={line.note || 'Pronto para enviar ao cliente'}
          owner={shared.context.owner}
          onClose={close}
        />
      ) : null;
    case 'migrate-iptv':
    case 'migrate-p2p':
    case 'migrate-new-p2p':
      return <MigrationWindow key={key} {...shared} kind={kind} acts={acts} />;
    default:
      return <OtherWindow key={key} {...shared} kind={kind} acts={acts} />;
  }
}

/**
 * Renders a line dialog of another module (other-line-dialogs.ts). If this platform does not
 * support the dialog in the address, nothing opens.
 */
function OtherWindow({
  kind,
  acts,
  ...shared
}: LineDialogProps & {
  kind: 'abuse' | 'prime' | 'lazer' | 'boxes' | 'recurring';
  acts: LineActions;
}) {
  const other = useContext(OtherLineDialogsContext);
  if (!other) return null;
  if (kind === 'recurring') return <other.recurring {...shared} />;
  if (kind === 'boxes')
    return shared.platform.definition.plays ? <other.boxes {...shared} /> : null;
  if (kind === 'abuse')
    return shared.platform.definition.plays ? <other.abuse {...shared} actions={acts} /> : null;
  return shared.platform.apps?.includes(kind) ? <other.activateApp {...shared} app={kind} /> : null;
}

/**
 * Opens a migration dialog. If the account has no permission for the migration in the address,
 * nothing opens.
 */
function MigrationWindow({
  kind,
  acts,
  ...shared
}: LineDialogProps & { kind: string; acts: LineActions }) {
  const migration = acts.migrations.find(({ dialog }) => dialog === kind);
  return migration ? (
    <MigrateLine {...shared} migration={migration} onMoved={acts.showAccess} />
  ) : null;
}
