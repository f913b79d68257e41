/** Who is watching now. */
import type { Row } from './rows.ts';

export const watching: Record<string, Row> = {};
