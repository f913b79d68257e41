/** Lines on the two P2P services. */
import type { Row } from './rows.ts';

export const p2pLines: Record<string, Row> = {};
