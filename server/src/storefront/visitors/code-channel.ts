/** Channel that can write first to an unknown number. Telegram cannot, so only WhatsApp remains. */
import type { AppContext } from '../../foundation/app-context.ts';
import { findNumber, getTemplateName, isTemplateApproved } from '../../messaging/messaging.ts';

/** True if a code can be sent to the visitors of the franchise's sellers. */
export async function mayProveNumbers(
  { db }: Pick<AppContext, 'db'>,
  franchiseId: number | null,
): Promise<boolean> {
  const number = await findNumber(db, franchiseId);
  if (!number || number.fault !== null) return false;
  return isTemplateApproved(db, number.id, getTemplateName('code'));
}
