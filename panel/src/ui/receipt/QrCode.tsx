import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './QrCode.module.css';

/**
 * QR code that the browser draws. Its background is white in both schemes, because cameras do not
 * read other colours reliably.
 */
export function QrCode({ text, size = 118 }: { text: string; size?: number }) {
  const { path, modules } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 0 });
    const squares: string[] = [];
    code.data.forEach((row, y) =>
      row.forEach((dark, x) => dark && squares.push(`M${x} ${y}h1v1h-1z`)),
    );
    return { path: squares.join(''), modules: code.size };
  }, [text]);
  return (
    <span className={classes.root} data-qr-code>
      <svg
        width={size}
        height={size}
        viewBox={`0 0 ${modules} ${modules}`}
        role="img"
        aria-label="QR code"
        shapeRendering="crispEdges"
      >
        <path d={path} fill="#16171d" />
      </svg>
    </span>
  );
}
