/** What the home screen shows. */
import type { Row } from './rows.ts';

export const home: Record<string, Row> = {};
