import { type Icon, IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';

export interface PictureProps {
  /** Empty where there is none. */
  address: string;
  size?: number;
  icon?: Icon;
}

/** A logo or poster from wherever its list has it; its place stays the same while it is missing. */
export function Picture({ address, size = 28, icon: Missing = IconPhoto }: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const shown = address !== '' && address !== failed;
  return (
    <span className="catalogue-picture" style={{ width: size, height: size }}>
      {shown ? (
        <img
          src={address}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(address)}
        />
      ) : (
        <Missing size={Math.round(size * 0.55)} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
