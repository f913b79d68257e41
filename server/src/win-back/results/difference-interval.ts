/** Confidence interval for the difference of two independent proportions. */

/** Number of people who returned, of all people. */
export interface Proportion {
  readonly count: number;
  readonly total: number;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Quantile of the standard normal distribution for an interval of 95%. */
const Z = 1.959_963_984_540_054;

/** Interval of one proportion: Wilson's score interval. */
function wilson({ count, total }: Proportion): Interval {
  const rate = count / total;
  const centre = rate + (Z * Z) / (2 * total);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / total + (Z * Z) / (4 * total * total));
  const scale = 1 + (Z * Z) / total;
  return { low: (centre - spread) / scale, high: (centre + spread) / scale };
}

/**
 * Returns the 95% interval of `a − b`, which is also correct for few people and for rates of 0 and 1.
 *
 * Source: R. G. Newcombe, «Interval estimation for the difference between independent proportions:
 * comparison of eleven methods», Statistics in Medicine 17 (1998), pages 873 to 890, method 10.
 */
export function differenceInterval(a: Proportion, b: Proportion): Interval {
  const [intervalA, intervalB] = [wilson(a), wilson(b)];
  const [rateA, rateB] = [a.count / a.total, b.count / b.total];
  const difference = rateA - rateB;
  return {
    low: difference - Math.hypot(rateA - intervalA.low, intervalB.high - rateB),
    high: difference + Math.hypot(intervalA.high - rateA, rateB - intervalB.low),
  };
}
