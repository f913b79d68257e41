/** Several chains of owners put together as one tree, in the order in which it is drawn. */
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import type { searchTree } from '@ramal/contract/resellers/reseller-tree';

type Trees = ResponseOf<typeof searchTree>['trees'];
export type Step = Trees[number]['path'][number];

export interface Node extends Step {
  /** Steps from the top. */
  readonly depth: number;
  /** For each level above: true if its line continues to a lower account. */
  readonly rails: readonly boolean[];
  /** The last below its owner. */
  readonly last: boolean;
  /** True if the account is one of the tracked accounts. */
  readonly isCompared: boolean;
}

interface Branch {
  readonly step: Step;
  readonly below: Map<number, Branch>;
}

/** Each account once, from the top, followed by the accounts below it. */
export function meetingTree(trees: Trees): Node[] {
  const tops = new Map<number, Branch>();
  for (const { path } of trees) {
    let level = tops;
    for (const step of path) {
      const branch: Branch = level.get(step.id) ?? { step, below: new Map() };
      level.set(step.id, branch);
      level = branch.below;
    }
  }
  const comparedIds = new Set(trees.map(({ id }) => id));
  return flatten(tops, [], 0, comparedIds);
}

function flatten(
  level: ReadonlyMap<number, Branch>,
  rails: readonly boolean[],
  depth: number,
  comparedIds: ReadonlySet<number>,
): Node[] {
  const branches = [...level.values()];
  return branches.flatMap(({ step, below }, at) => {
    const last = at === branches.length - 1;
    const node: Node = { ...step, depth, rails, last, isCompared: comparedIds.has(step.id) };
    // The accounts at the top have no line above them.
    const passing = depth === 0 ? [] : [...rails, !last];
    return [node, ...flatten(below, passing, depth + 1, comparedIds)];
  });
}
