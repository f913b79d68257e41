/** Values that fill the templates of a provider. */
export interface FrozenFacts {
  readonly name: string;
  readonly due: string;
  /** Text such as «vence amanhã às 21:00». */
  readonly when: string;
  readonly value: string;
  readonly link: string;
}
