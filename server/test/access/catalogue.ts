/** What there is to watch, and long work on it. */
import type { Row } from './rows.ts';

export const catalogue: Record<string, Row> = {};
