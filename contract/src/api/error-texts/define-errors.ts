/**
 * Portuguese text of an error with its status. `title` is the title of the dialog; the default is
 * «Ocorreu um erro». {placeholders} are replaced by the values of the refusal.
 */
export interface ErrorText {
  readonly status: number;
  readonly text: string;
  readonly title?: string;
  /** True for a limit per day. The call can be repeated the next day (Q-LIMITSTATUS). */
  readonly isDailyLimit?: true;
}

export const defineErrors = <const T extends Record<string, ErrorText>>(texts: T): T => texts;
