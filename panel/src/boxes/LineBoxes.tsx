/** «Caixas» in the menu of a line: lists the boxes of the line and registers another box. */
import { readBoxOverview } from '@ramal/contract/boxes/boxes';
import { useCall } from '../foundation/api/query.ts';
import type { LineDialogProps } from '../lines/dialogs/line-dialog.ts';
import { RegisterBox } from './RegisterBox.tsx';

export function LineBoxes({ context: { line }, onClose }: LineDialogProps) {
  const overview = useCall(readBoxOverview, {});
  return (
    <RegisterBox
      line={line.username}
      portalUrl={overview.data?.portalUrl}
      onClose={onClose}
      onSaved={() => undefined}
    />
  );
}
