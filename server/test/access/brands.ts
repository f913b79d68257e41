/** How a host presents itself. */
import type { Row } from './rows.ts';

export const brands: Record<string, Row> = {};
