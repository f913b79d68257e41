/** Row in the table of `npm run doctor`. */
export interface Finding {
  readonly subject: string;
  readonly state: 'ok' | 'warning' | 'failed';
  /**
   * Measured result, or the problem and its remedy if the check failed. The text is in Portuguese.
   */
  readonly detail: string;
}

export const passed = (detail: string): Omit<Finding, 'subject'> => ({ state: 'ok', detail });
export const warned = (detail: string): Omit<Finding, 'subject'> => ({ state: 'warning', detail });
export const failed = (detail: string): Omit<Finding, 'subject'> => ({ state: 'failed', detail });
