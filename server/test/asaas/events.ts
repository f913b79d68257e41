import { type AsaasDouble, newId, writeTime } from './objects.ts';

/**
 * Stores a notification. A test decides whether it is delivered, lost, repeated or delivered in
 * another order.
 */
export function emit(
  double: AsaasDouble,
  event: string,
  about: Readonly<Record<string, object>>,
): void {
  double.events.push({
    id: newId('evt_'),
    event,
    dateCreated: writeTime(double.now(), (double.dateForm += 1)),
    account: { id: 'conta' },
    ...about,
  });
}
