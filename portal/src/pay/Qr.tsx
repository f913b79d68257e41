import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './Qr.module.css';

/**
 * QR code, always black on white with a quiet zone, because cameras read no other colours reliably.
 */
export function Qr({ text }: { text: string }) {
  const { path, modules } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: 4 });
    const squares: string[] = [];
    code.data.forEach((row, y) =>
      row.forEach((dark, x) => dark && squares.push(`M${x} ${y}h1v1h-1z`)),
    );
    return { path: squares.join(''), modules: code.size };
  }, [text]);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${modules} ${modules}`}
      role="img"
      aria-label="QR code do Pix"
      shapeRendering="crispEdges"
    >
      <rect width={modules} height={modules} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
