/**
 * Portuguese text of an error, with its status. `title` is the title of the dialog, by default
 * «Ocorreu um erro». {placeholders} are replaced by the details of the refusal.
 */
export interface ErrorText {
  readonly status: number;
  readonly text: string;
  readonly title?: string;
  /** True if the limit applies to one day and the call may be repeated the next day (Q-LIMITSTATUS). */
  readonly isDailyLimit?: true;
}

export const defineErrors = <const T extends Record<string, ErrorText>>(texts: T): T => texts;
