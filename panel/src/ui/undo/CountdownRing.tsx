import classes from './CountdownRing.module.css';

const RADIUS = 16;

/** Ring that empties with the seconds. Screen readers do not read it. */
export function CountdownRing({ seconds, total }: { seconds: number; total: number }) {
  return (
    <svg className={classes.root} viewBox="0 0 36 36" aria-hidden>
      <circle className={classes.track} cx="18" cy="18" r={RADIUS} />
      <circle
        className={classes.left}
        cx="18"
        cy="18"
        r={RADIUS}
        pathLength={total}
        strokeDasharray={total}
        strokeDashoffset={total - seconds}
        transform="rotate(-90 18 18)"
      />
      <text x="18" y="18" textAnchor="middle" dominantBaseline="central">
        {seconds}
      </text>
    </svg>
  );
}
