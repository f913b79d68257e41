/** Runs clients that do one request after another for some seconds, and records how long each took. */
export type Work = (client: number) => Promise<string | void>;

export interface Round {
  readonly perSecond: number;
  /** In ascending order. */
  readonly millis: readonly number[];
  /** The same by label, where the work returned one. */
  readonly byLabel: ReadonlyMap<string, readonly number[]>;
}

export async function runClients(clients: number, seconds: number, work: Work): Promise<Round> {
  const millis: number[] = [];
  const byLabel = new Map<string, number[]>();
  const start = performance.now();
  const end = start + seconds * 1000;
  const client = async (number: number): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      const label = await work(number);
      const done = performance.now();
      millis.push(done - now);
      if (label) (byLabel.get(label) ?? byLabel.set(label, []).get(label)!).push(done - now);
      now = done;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const took = performance.now() - start;
  for (const list of byLabel.values()) list.sort(rising);
  return { perSecond: (millis.length * 1000) / took, millis: millis.sort(rising), byLabel };
}

const rising = (a: number, b: number): number => a - b;
