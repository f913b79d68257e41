import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { findLinesByWhatsapp } from '@ramal/contract/lines/lines';
import { useDebouncedValue } from '@mantine/hooks';
import { useCall } from '../../foundation/api/query.ts';
import { usePhoneNumbers } from '../../foundation/phone.ts';
import { isNumber } from './whatsapp.ts';

export type LineOfNumber = ResponseOf<typeof findLinesByWhatsapp>[number];

/** Returns the lines that already have a typed number; none while the person types. */
export function useLinesOfNumber(number: string): readonly LineOfNumber[] {
  usePhoneNumbers(number);
  const [settled] = useDebouncedValue(number, 400);
  const { data = [] } = useCall(
    findLinesByWhatsapp,
    { query: { whatsapp: settled } },
    { enabled: isNumber(settled) },
  );
  return settled === number && isNumber(number) ? data : [];
}
