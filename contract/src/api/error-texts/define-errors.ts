/**
 * The text of an error in Portuguese, with its status. `title` is the dialog that the documents name for it; the
 * default is «Ocorreu um erro». {placeholders} are filled from the refusal's details.
 */
export interface ErrorText {
  readonly status: number;
  readonly text: string;
  readonly title?: string;
  /** True if the limit applies to one day and the call may be repeated the next day (Q-LIMITSTATUS). */
  readonly isOfADay?: true;
}

export const defineErrors = <const T extends Record<string, ErrorText>>(texts: T): T => texts;
