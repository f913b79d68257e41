/**
 * «Ações › Links»: shows the line's receipt again. Data from the row of the list is shown at once,
 * and the links after the server's answer.
 */
import { formatDate, formatDateTime } from '../../foundation/dates.ts';
import { usePlatformRead } from '../platforms/calls.ts';
import type { LineDialogProps } from './line-dialog.ts';
import type { Line } from '../line.ts';
import { LineReceipt } from '../receipt/LineReceipt.tsx';
import type { LineChange } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';

const receiptOfLine = (line: Line): Receipt => ({
  id: line.id,
  username: line.username,
  password: line.password,
  expiresText: formatDateTime(line.expiresAt),
  expiresAt: line.expiresAt,
  note: line.note,
  isTrial: line.isTrial,
  whatsapp: line.whatsapp,
  packageName: line.packageName,
  franchise: '',
});

export function LineLinks({
  platform,
  context: asking,
  charge,
  onClose,
}: Pick<LineDialogProps, 'platform' | 'context' | 'onClose'> & {
  charge: LineChange['charge'];
}) {
  const { line, owner } = asking;
  const { query, data } = usePlatformRead(platform.receipt, line.id, { staleMs: 0 });
  const receipt = data ?? receiptOfLine(line);
  const renewed = charge !== undefined && charge.charged > 0;
  return (
    <LineReceipt
      platform={platform}
      receipt={charge ? { ...receipt, charge } : receipt}
      awaited={
        data ? undefined : { failure: query.error?.message, retry: () => void query.refetch() }
      }
      title={renewed ? `Renovado até ${formatDate(line.expiresAt)}` : 'Links e dados de acesso'}
      phoneTitle={renewed ? 'Renovado' : 'Links'}
      phoneSubtitle={line.note || 'Pronto para enviar ao cliente'}
      owner={owner}
      onClose={onClose}
    />
  );
}
