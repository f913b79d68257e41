import { customerName } from '@ramal/contract/rules/customer-name';
import type { LineDialogProps } from '../../lines/dialogs/line-dialog.ts';
import { AuthorizationDialog } from './AuthorizationDialog.tsx';

/** Opens the dialog about the authorization of a line from a list of lines. */
export const LineAuthorization = ({ context: { line }, onClose }: LineDialogProps) => (
  <AuthorizationDialog
    lineId={line.id}
    name={customerName(line).name}
    username={line.username}
    onClose={onClose}
  />
);
