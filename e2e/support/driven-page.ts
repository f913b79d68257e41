/** Actions in a browser that Playwright does not control. The main journey uses them. */
export interface DrivenPage {
  goto: (url: string) => Promise<unknown>;
  /** Types into the first field that matches a CSS selector. */
  fill: (selector: string, text: string) => Promise<unknown>;
  press: (selector: string) => Promise<unknown>;
  pressText: (text: string) => Promise<unknown>;
  /** Waits until the text is visible. */
  see: (text: string) => Promise<unknown>;
  path: () => Promise<string>;
  close: () => Promise<void>;
}
