/** Small line chart without axes. The figure next to the chart shows the last value. */
import classes from './Sparkline.module.css';

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
}

const WIDTH = 100;
const HEIGHT = 40;
/** Space above the highest value, so that the dot fits. */
const TOP = 4;

export function Sparkline({ values }: SparklineProps) {
  const points = toPoints(values);
  const last = points.at(-1);
  if (points.length < 2 || !last) return null;
  const line = points.map(({ x, y }) => `${x.toFixed(2)},${y.toFixed(2)}`).join(' ');
  return (
    <div className={classes.root} aria-hidden>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" focusable="false">
        <polygon points={`0,${HEIGHT} ${line} ${WIDTH},${HEIGHT}`} />
        <polyline points={line} />
      </svg>
      <i style={{ top: `${(100 * last.y) / HEIGHT}%` }} />
    </div>
  );
}

/**
 * Converts values to points. The lowest value is drawn a quarter above the bottom, because the line
 * shows the change and not the amount.
 */
function toPoints(values: readonly number[]) {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const drawn = (HEIGHT - TOP) * 0.75;
  return values.map((value, index) => ({
    x: (WIDTH * index) / Math.max(values.length - 1, 1),
    y: TOP + drawn * (1 - (value - low) / range),
  }));
}
