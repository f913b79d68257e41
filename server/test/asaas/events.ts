import { type AsaasDouble, newId, writeTime } from './objects.ts';

/** Adds a notice to those that a test delivers, loses, repeats or reorders. */
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
